// A constructor of a global starts a thread, its destructor joins it.
//
// main sees the tick or does not: 2.
//
// expect: 2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> ticks{0};

struct Service {
    Service() : worker([] { ticks.fetch_add(1, std::memory_order_relaxed); }) {}
    ~Service() {
        worker.join();
        assert(ticks.load(std::memory_order_relaxed) == 1);
    }
    std::thread worker;
};

static Service service;

int main() {
    int seen = ticks.load(std::memory_order_relaxed);
    assert(seen == 0 || seen == 1);
}
