// The value changes, but nobody notifies the thread that waits for it.
//
// With a 0 seen twice, it sleeps for ever.
//
// expect -std=c++20: deadlock
#include <atomic>
#include <thread>

static std::atomic<int> stage{0};

int main() {
    std::thread waiter([] { stage.wait(0); });
    stage.store(1);
    waiter.join();
}
