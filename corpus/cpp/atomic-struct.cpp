// A struct of eight bytes in a std::atomic: both halves change together.
//
// The load sees the old pair or the new one, and the compare-exchange does: not the new one first and then the old one: 3.
//
// expect: 3
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
    int low, high;
};

static std::atomic<Pair> pair;

int main() {
    pair.store(Pair{0, 0}, std::memory_order_relaxed);
    std::thread writer([] { pair.store(Pair{1, -1}, std::memory_order_relaxed); });
    Pair seen = pair.load(std::memory_order_relaxed);
    assert(seen.low + seen.high == 0);
    Pair expected{1, -1};
    pair.compare_exchange_strong(expected, Pair{2, -2}, std::memory_order_relaxed);
    writer.join();
}
