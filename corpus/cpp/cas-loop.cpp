// A counter that is raised by compare-exchange in a loop.
//
// Two orders. Whichever thread is second may load 0 first; then its compare-exchange fails and the loop looks again, as if it had
// loaded the value of the first at once: that execution is given up, and 2 remain.
//
// expect: 2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void raise(int by) {
    int seen = counter.load(std::memory_order_relaxed);
    while (!counter.compare_exchange_weak(seen, seen + by, std::memory_order_relaxed)) {
    }
}

int main() {
    std::thread a(raise, 1), b(raise, 2);
    a.join();
    b.join();
    assert(counter == 3);
}
