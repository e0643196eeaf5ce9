// A thread leaves a std::barrier for good.
//
// expect -std=c++20: unsupported: std::barrier::arrive_and_drop
#include <barrier>
#include <thread>

static std::barrier<> meet{2};

int main() {
    std::thread a([] { meet.arrive_and_drop(); });
    meet.arrive_and_wait();
    a.join();
}
