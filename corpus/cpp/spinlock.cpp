// A lock made of std::atomic_flag.
//
// Two orders: 2.
//
// expect: 2
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Spinlock {
public:
    void lock() {
        while (flag.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() { flag.clear(std::memory_order_release); }

private:
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
};

static Spinlock spinlock;
static int counter;

static void work() {
    std::lock_guard<Spinlock> guard(spinlock);
    counter++;
}

int main() {
    std::thread a(work), b(work);
    a.join();
    b.join();
    assert(counter == 2);
}
