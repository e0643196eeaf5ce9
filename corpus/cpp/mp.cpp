// Message passing through std::atomic: whoever sees the flag sees the data.
//
// The flag is read before or after it is set: 2.
//
// expect: 2
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
    std::thread writer([] {
        data = 1;
        ready.store(true, std::memory_order_release);
    });
    std::thread reader([] {
        if (ready.load(std::memory_order_acquire)) assert(data == 1);
    });
    writer.join();
    reader.join();
}
