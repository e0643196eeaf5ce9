// std::timed_mutex: an attempt with a time-out gets the mutex or gives up.
//
// The thread comes first; or second, and waits; or second, and gives up: 3.
//
// expect: 3
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static int value;

int main() {
    std::thread thread([] {
        std::unique_lock<std::timed_mutex> lock(mutex, std::chrono::milliseconds(10));
        if (lock) value++;
    });
    {
        std::lock_guard<std::timed_mutex> lock(mutex);
        value++;
    }
    thread.join();
    assert(value == 1 || value == 2);
}
