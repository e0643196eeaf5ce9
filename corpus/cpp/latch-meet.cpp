// Three threads arrive at a std::latch and wait for each other.
//
// That is a barrier that is used once: 1 execution. With -DLOOK somebody else waits too, and looks at the count: then who was first
// is not left out, 3! = 6. With -DMORE there is one too many.
//
// expect -std=c++20: 1
// expect -std=c++20 -DLOOK: 6
// expect -std=c++20 -DMORE: invalid-barrier
#include <cassert>
#include <latch>
#include <thread>

static std::latch all{3};
static int wrote[3];

static void meet(int me) {
    wrote[me] = 1;
    all.arrive_and_wait();
    assert(wrote[0] + wrote[1] + wrote[2] == 3);
}

int main() {
    std::thread a(meet, 0), b(meet, 1), c(meet, 2);
#ifdef LOOK
    all.wait();
    assert(wrote[0] + wrote[1] + wrote[2] == 3);
#endif
    a.join();
    b.join();
    c.join();
#ifdef MORE
    all.count_down();
#endif
}
