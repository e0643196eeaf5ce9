// Two owners of one object let go of it at the same time: it is destroyed once.
//
// Either of the two is the last: 2.
//
// expect -std=c++14: 2
#include <cassert>
#include <memory>
#include <thread>

static int destroyed;

struct Object {
    ~Object() { destroyed++; }
    int value = 7;
};

int main() {
    auto first = std::make_shared<Object>();
    auto second = first;
    std::thread thread([owner = std::move(second)]() mutable {
        assert(owner->value == 7);
        owner.reset();
    });
    first.reset();
    thread.join();
    assert(destroyed == 1);
}
