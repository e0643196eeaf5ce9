// A thread arrives at a std::barrier, does something else, and waits later.
//
// What it does in between is not ordered with what the other does after the barrier. It can tell who came first, since
// it goes on: 2 executions. With -DEARLY it writes in between what the other reads after the barrier: a race.
//
// expect -std=c++20: 2
// expect -std=c++20 -DEARLY: race
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>

static std::barrier<> meet{2};
static int left, right, between;

int main() {
    std::thread a([] {
        left = 1;
        meet.arrive_and_wait();
        assert(right == 1);
#ifdef EARLY
        assert(between == 0 || between == 1);
#endif
    });
    right = 1;
    auto token = meet.arrive();
    between = 1;
    meet.wait(std::move(token));
    assert(left == 1);
    a.join();
}
