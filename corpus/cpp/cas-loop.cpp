// A counter that is raised by compare-exchange in a loop.
//
// Whichever thread is second loads 0 (then its compare-exchange fails and is repeated with what it saw) or the value
// of the first: 2 orders times 2.
//
// expect: 4
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
