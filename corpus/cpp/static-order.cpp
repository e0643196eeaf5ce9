// Constructors of globals run before main, in order of definition; destructors afterwards, in reverse order.
//
// expect: 1
#include <cassert>
#include <cstdlib>

static int alive;

struct Global {
    explicit Global(int number) : number(number) { assert(alive++ == number); }
    ~Global() { assert(--alive == number); }
    int number;
};

static Global first(0);
static Global second(1);

static void at_exit() { assert(alive == 2); }

int main() {
    assert(alive == 2);
    // Registered last, so it runs first.
    atexit(at_exit);
}
