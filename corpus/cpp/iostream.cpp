// Output does nothing, but programs that write some can be checked.
//
// x is read before or after it is set: 2.
//
// expect -std=c++14: 2
#include <atomic>
#include <iostream>
#include <string>
#include <thread>

static std::atomic<int> x{0};

int main() {
    std::thread thread([] { x = 1; });
    std::cout << "x is " << x.load() << ' ' << 1.5 << std::string(" now") << std::endl;
    thread.join();
    std::cerr << true << 'c' << "\n";
}
