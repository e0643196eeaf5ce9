// A std::barrier with a function that runs at the end of each phase, before anybody goes on.
//
// The last to arrive runs it, and that is either of the two: 2 executions for one phase. In two phases 4: an arrival
// in the second follows the end of the first.
//
// expect -std=c++20: 2
// expect -std=c++20 -DPHASES=2: 4
#include <barrier>
#include <cassert>
#include <thread>

#ifndef PHASES
#define PHASES 1
#endif

static int phases;
static auto count = []() noexcept { phases++; };
static std::barrier meet{2, count};

static void work() {
    for (int phase = 1; phase <= PHASES; phase++) {
        meet.arrive_and_wait();
        assert(phases == phase);
    }
}

int main() {
    std::thread a(work);
    work();
    a.join();
}
