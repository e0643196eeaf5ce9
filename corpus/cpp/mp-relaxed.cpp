// The same with a relaxed flag.
//
// In sc and tso, reading from a write orders, whatever its ordering: 2 executions as in mp.cpp.
// In ra and rc11 it does not, and the accesses to data race.
//
// expect sc tso: 2
// expect ra rc11: race
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
    std::thread writer([] {
        data = 1;
        ready.store(true, std::memory_order_relaxed);
    });
    std::thread reader([] {
        if (ready.load(std::memory_order_relaxed)) assert(data == 1);
    });
    writer.join();
    reader.join();
}
