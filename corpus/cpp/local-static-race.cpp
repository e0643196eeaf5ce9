// Initialising a static variable synchronises; assigning to it afterwards does not.
//
// expect: race
#include <thread>

static int seed() { return 1; }

static int &shared() {
    static int value = seed();
    return value;
}

int main() {
    std::thread a([] { shared() = 2; });
    std::thread b([] { shared() = 3; });
    a.join();
    b.join();
}
