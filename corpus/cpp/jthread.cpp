// std::jthread joins when it is destroyed, after asking to stop.
//
// When it is asked to stop, the state is written twice, first with a lock in it and then without; the loop ends when it
// sees either: 2.
//
// expect -std=c++20: 2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stopped{0};

int main() {
    {
        std::jthread worker([](std::stop_token token) {
            while (!token.stop_requested()) {
            }
            stopped.store(1, std::memory_order_relaxed);
        });
    }
    assert(stopped.load(std::memory_order_relaxed) == 1);
}
