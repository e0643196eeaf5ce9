// A reader and a writer share a std::shared_mutex.
//
// The reader comes before or after the writer: 2.
//
// expect -std=c++17: 2
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int first, second;

static void read() {
    std::shared_lock<std::shared_mutex> lock(mutex);
    assert(first == second);
}

int main() {
    std::thread a(read);
    {
        std::unique_lock<std::shared_mutex> lock(mutex);
        first = 1, second = 1;
    }
    a.join();
}
