// Two mutexes, taken together by std::scoped_lock in opposite orders: no deadlock.
//
// Two orders: 2.
//
// expect -std=c++17: 2
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right;
static int from, to;

int main() {
    std::thread a([] {
        std::scoped_lock lock(left, right);
        from--, to++;
    });
    std::thread b([] {
        std::scoped_lock lock(right, left);
        from++, to--;
    });
    a.join();
    b.join();
    assert(from == 0 && to == 0);
}
