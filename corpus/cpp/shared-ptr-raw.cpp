// The other thread has only a plain pointer, and owns nothing.
//
// expect -std=c++14: use-after-free or race
#include <cassert>
#include <memory>
#include <thread>

int main() {
    auto owner = std::make_shared<int>(7);
    std::thread thread([raw = owner.get()] { assert(*raw == 7); });
    owner.reset();
    thread.join();
}
