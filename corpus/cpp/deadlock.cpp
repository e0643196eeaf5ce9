// Two mutexes, taken one after the other in opposite orders.
//
// expect: deadlock
#include <mutex>
#include <thread>

static std::mutex left, right;

int main() {
    std::thread a([] {
        std::lock_guard<std::mutex> first(left);
        std::lock_guard<std::mutex> second(right);
    });
    std::thread b([] {
        std::lock_guard<std::mutex> first(right);
        std::lock_guard<std::mutex> second(left);
    });
    a.join();
    b.join();
}
