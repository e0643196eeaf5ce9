/* Threads of C++ are named after what the user passed, and lines are the user's, not those of headers. */
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::atomic<bool> ready;
static int data;

static void publish(int value) {
    data = value;
    ready.store(true, std::memory_order_relaxed);
}

int main() {
    std::thread writer(publish, 7);
    std::thread reader([] {
        std::lock_guard<std::mutex> guard(lock);
        if (ready.load(std::memory_order_acquire)) data++;
    });
    writer.join();
    reader.join();
}
