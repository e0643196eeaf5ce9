// An exception that is thrown in some execution.
//
// expect: unsupported: the exception std::runtime_error, which is thrown
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> x{0};

int main() {
    std::thread thread([] { x = 1; });
    try {
        if (x == 1) throw std::runtime_error("too early");
    } catch (const std::exception &) {
    }
    thread.join();
}
