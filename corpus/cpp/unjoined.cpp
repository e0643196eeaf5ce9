// A std::thread is destroyed without having been joined.
//
// expect: user-abort
#include <thread>

int main() {
    std::thread thread([] {});
}
