// A std::recursive_mutex is locked again by the thread that has it.
//
// Two orders: 2.
//
// expect: 2
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex mutex;
static int depth;

static void descend(int levels) {
    std::lock_guard<std::recursive_mutex> guard(mutex);
    depth++;
    if (levels > 1) descend(levels - 1);
    else assert(depth % 2 == 0);
}

int main() {
    std::thread a(descend, 2), b(descend, 2);
    a.join();
    b.join();
    assert(depth == 4);
}
