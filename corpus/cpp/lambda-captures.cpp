// Threads in a vector, with lambdas that capture by value and by reference.
//
// The two updates come in either order: 2.
//
// expect -std=c++14: 2
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

int main() {
    std::atomic<int> sum{0};
    std::vector<std::thread> threads;
    for (int i = 1; i <= 2; i++) {
        auto own = std::make_unique<int>(i);
        threads.emplace_back([i, &sum, own = std::move(own)] { sum.fetch_add(i * 10 + *own); });
    }
    for (std::thread &thread : threads) thread.join();
    assert(sum == 33);
}
