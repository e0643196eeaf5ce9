// std::atomic::wait returns when the value has changed and somebody has said so.
//
// The thread sees 1 when it first looks: 1 execution. Otherwise it goes to sleep: it notes the number of wake-ups so far and
// looks again. It sees 1 then, the wake-up having been noted or not: 2. Or it sees 0, and the wake-up comes: 1. Sum: 4.
//
// expect -std=c++20: 4
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
