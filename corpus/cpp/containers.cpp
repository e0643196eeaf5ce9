// A queue of strings behind a mutex: containers run as the program's own code.
//
// Two orders: 2.
//
// expect -std=c++14: 2
// expect -std=c++20: 2
#include <cassert>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

static std::mutex mutex;
static std::deque<std::string> queue;

static void push(std::string text) {
    std::lock_guard<std::mutex> guard(mutex);
    queue.push_back(std::move(text));
}

int main() {
    std::thread a(push, "first"), b(push, "a string that is too long to be kept inside of the object");
    a.join();
    b.join();
    assert(queue.size() == 2 && queue.front() != queue.back());
}
