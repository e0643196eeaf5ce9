// Three threads, one mutex, one counter.
//
// The threads come in any order: 3! = 6.
//
// expect: 6
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void work() {
    std::lock_guard<std::mutex> guard(mutex);
    counter++;
}

int main() {
    std::thread a(work), b(work), c(work);
    a.join();
    b.join();
    c.join();
    assert(counter == 3);
}
