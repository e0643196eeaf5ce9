// std::atomic::wait returns when the value has changed and somebody has said so.
//
// The thread sees 1 when it first looks: 1 execution. Otherwise it goes to sleep, which looks again. It sees 1 then, and does
// not sleep: 1. Or it sees 0, sleeps, and the wake-up comes: 1. Sum: 3.
//
// expect -std=c++20: 3
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage{0};
static int data;

int main() {
    std::thread waiter([] {
        stage.wait(0, std::memory_order_acquire);
        assert(data == 1);
    });
    data = 1;
    stage.store(1, std::memory_order_release);
    stage.notify_one();
    waiter.join();
}
