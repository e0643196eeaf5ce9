// A static variable in a function is initialised once, by whichever thread comes first.
//
// Either thread initialises; the other sees that this has been done when it first looks, or it sees that when it
// asks for its turn: 2 times 2.
//
// expect: 4
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made{0};

struct Config {
    Config() : answer(42) { made.fetch_add(1, std::memory_order_relaxed); }
    int answer;
};

static Config &config() {
    static Config config;
    return config;
}

int main() {
    auto use = [] { assert(config().answer == 42); };
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(made.load(std::memory_order_relaxed) == 1);
}
