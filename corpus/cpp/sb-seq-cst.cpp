// Store buffering with seq_cst, the default of std::atomic and its operators.
//
// Of the four combinations of what the two loads see, 0 and 0 is forbidden: 3. In ra, seq_cst is only acquire and release,
// and the fourth violates the assertion.
//
// expect sc tso rc11: 3
// expect ra: assertion
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> x, y;

int main() {
    int a, b;
    std::thread left([&a] {
        x = 1;
        a = y;
    });
    std::thread right([&b] {
        y = 1;
        b = x;
    });
    left.join();
    right.join();
    assert(a == 1 || b == 1);
}
