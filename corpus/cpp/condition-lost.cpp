// A thread waits for a condition without asking whether it holds already.
//
// It waits for ever if it comes too late.
//
// expect: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;

int main() {
    std::thread waiter([] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock);
    });
    changed.notify_one();
    waiter.join();
}
