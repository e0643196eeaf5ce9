// std::latch: main goes on when two threads have counted down.
//
// Either thread is the first to count down, and goes on without waiting: 2 executions. How often the compiler's own headers
// look at the latch is not for us to say.
//
// expect -std=c++20: 2
// expect -std=c++20 -DSELVEDGE_COMPILER_LATCH: verified
#include <cassert>
#include <latch>
#include <thread>

static std::latch done{2};
static int left, right;

int main() {
    std::thread a([] { left = 1, done.count_down(); });
    std::thread b([] { right = 1, done.count_down(); });
    done.wait();
    assert(left + right == 2);
    a.join();
    b.join();
}
