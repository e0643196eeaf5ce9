// A std::barrier for three, and only two come.
//
// expect -std=c++20: deadlock
#include <barrier>
#include <thread>

static std::barrier<> meet{3};

int main() {
    std::thread a([] { meet.arrive_and_wait(); });
    meet.arrive_and_wait();
    a.join();
}
