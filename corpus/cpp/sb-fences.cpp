// Store buffering with relaxed accesses and a fence in each thread.
//
// The fences forbid that both loads see 0: 3 of 4. In ra a seq_cst fence is only acquire and release: 4.
//
// expect sc tso rc11: 3
// expect ra: 4
#include <atomic>
#include <thread>

static std::atomic<int> x, y;

int main() {
    std::thread left([] {
        x.store(1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        (void)y.load(std::memory_order_relaxed);
    });
    std::thread right([] {
        y.store(1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        (void)x.load(std::memory_order_relaxed);
    });
    left.join();
    right.join();
}
