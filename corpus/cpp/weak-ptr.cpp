// std::weak_ptr::lock either finds the object alive and keeps it so, or finds it gone.
//
// The count of owners is 1 and main takes one away (A). The thread loads the count and, if it is not 0, adds one by
// compare-exchange (B), looks at it again, and takes it away (C). Whoever makes it 0 takes one away from the second count, 2,
// and so does the end of the weak_ptr.
// It loads 0: then main and the thread each lower the second count, in either order: 2.
// It loads 1 and the compare-exchange fails, after A: the same 2.
// B, C, A: main is the last owner: 2 orders for the second count.
// B, A, C: the thread lowers the second count twice; before C it sees the count before or after A: 2.
// Sum: 8.
//
// expect -std=c++14: 8
#include <cassert>
#include <memory>
#include <thread>

int main() {
    auto owner = std::make_shared<int>(7);
    std::thread thread([weak = std::weak_ptr<int>(owner)] {
        if (std::shared_ptr<int> locked = weak.lock()) assert(*locked == 7);
    });
    owner.reset();
    thread.join();
}
