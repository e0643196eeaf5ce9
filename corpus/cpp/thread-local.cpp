// Each thread has its own copy of a thread-local object, which is constructed when it is first used and destroyed
// when the thread ends.
//
// 1: the join orders everything.
//
// expect: 1
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> alive{0};

struct Counter {
    Counter() { alive.fetch_add(1, std::memory_order_relaxed); }
    ~Counter() { alive.fetch_sub(1, std::memory_order_relaxed); }
    int count = 0;
};

static thread_local Counter counter;

int main() {
    counter.count = 5;
    std::thread thread([] { assert(++counter.count == 1); });
    thread.join();
    assert(counter.count == 5 && alive.load(std::memory_order_relaxed) == 1);
}
