// std::condition_variable_any with a shared lock.
//
// The thread comes first, waits, and is woken; or it comes second, and does not wait: 2.
//
// expect -std=c++17: 2
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::condition_variable_any changed;
static bool ready;

int main() {
    std::thread waiter([] {
        std::shared_lock<std::shared_mutex> lock(mutex);
        changed.wait(lock, [] { return ready; });
        assert(ready);
    });
    {
        std::lock_guard<std::shared_mutex> lock(mutex);
        ready = true;
    }
    changed.notify_all();
    waiter.join();
}
