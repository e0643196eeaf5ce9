// Static variables of functions are destroyed at exit, whoever initialised them, in the opposite order.
//
// 1: the join orders everything.
//
// expect: 1
#include <cassert>
#include <thread>

static int destroyed;

struct Tracked {
    explicit Tracked(int order) : order(order) {}
    ~Tracked() { assert(destroyed++ == order); }
    int order;
};

static void first() { static Tracked tracked(1); }
static void second() { static Tracked tracked(0); }

int main() {
    std::thread thread(first);
    thread.join();
    second();
}
