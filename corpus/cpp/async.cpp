// std::async starts a thread and returns a future.
//
// 1: get joins the thread before it looks at the result.
//
// expect: 1
#include <cassert>
#include <future>

int main() {
    std::future<int> sum = std::async(std::launch::async, [](int a, int b) { return a + b; }, 2, 3);
    assert(sum.get() == 5);
}
