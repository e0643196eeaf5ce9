// std::atomic_ref: atomic accesses to an ordinary int, plain ones before and after.
//
// The two updates come in either order: 2.
//
// expect -std=c++20: 2
#include <atomic>
#include <cassert>
#include <thread>

int main() {
    int counter = 5;
    auto add = [&counter] { std::atomic_ref<int>(counter).fetch_add(1, std::memory_order_relaxed); };
    std::thread a(add), b(add);
    a.join();
    b.join();
    assert(counter == 7);
}
