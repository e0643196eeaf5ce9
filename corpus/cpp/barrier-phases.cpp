// Three threads meet at a std::barrier after each of two phases, and read in one what the others wrote in the one before.
//
// Orders of arrival count as one: 1 execution. If somebody does not wait, it reads too early: a race, or something old.
//
// expect -std=c++20: 1
// expect -std=c++20 -DLOST: race or assertion
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier meet{3};
static int done[3];

static void work(int me) {
    for (int phase = 1; phase <= 2; phase++) {
        done[me] = phase;
#ifdef LOST
        if (me == 2)
            (void)meet.arrive();
        else
#endif
            meet.arrive_and_wait();
        assert(done[0] == phase && done[1] == phase && done[2] == phase);
        meet.arrive_and_wait();
    }
}

int main() {
    std::thread a(work, 0), b(work, 1);
    work(2);
    a.join();
    b.join();
}
