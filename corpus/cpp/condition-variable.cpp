// A value is handed over with std::unique_lock and std::condition_variable.
//
// The consumer comes first, waits, and is woken; or it comes second, and does not wait: 2.
//
// expect: 2
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool full;
static int value;

int main() {
    std::thread consumer([] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [] { return full; });
        assert(value == 42);
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
        value = 42;
        full = true;
    }
    changed.notify_one();
    consumer.join();
}
