// std::barrier: both threads see what the other wrote before it.
//
// Who arrives first makes no difference: 1 execution. How often the compiler's own headers look at the barrier is not for us to
// say.
//
// expect -std=c++20: 1
// expect -std=c++20 -DSELVEDGE_COMPILER_BARRIER: verified
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet{2};
static int left, right;

int main() {
    std::thread a([] {
        left = 1;
        meet.arrive_and_wait();
        assert(right == 1);
    });
    right = 1;
    meet.arrive_and_wait();
    assert(left == 1);
    a.join();
}
