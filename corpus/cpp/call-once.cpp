// std::call_once from two threads.
//
// Either thread makes the call: 2.
//
// expect: 2
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int calls;

static void use() {
    std::call_once(flag, [](int by) { calls += by; }, 3);
    assert(calls == 3);
}

int main() {
    std::thread a(use), b(use);
    a.join();
    b.join();
}
