// Two threads delete one object.
//
// expect: double-free
#include <atomic>
#include <thread>

static std::atomic<int *> slot{nullptr};

static void remove() {
    int *found = slot.load();
    if (found) {
        slot.store(nullptr);
        delete found;
    }
}

int main() {
    slot = new int(1);
    std::thread a(remove), b(remove);
    a.join();
    b.join();
}
