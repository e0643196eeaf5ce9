// std::barrier: both threads see what the other wrote before it.
//
// How often headers look at the barrier is not for us to say.
//
// expect -std=c++20: verified
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
