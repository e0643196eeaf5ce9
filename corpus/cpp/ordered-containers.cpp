// Containers that leave a part of their work to the library of C++: trees, lists, hash tables.
//
// Two orders: 2.
//
// expect -std=c++14: 2
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

static std::mutex mutex;
static std::map<int, int> squares;
static std::list<int> order;
static std::unordered_map<std::string, int> names;

static void add(int number, const char *name) {
    std::lock_guard<std::mutex> guard(mutex);
    squares[number] = number * number;
    order.push_back(number);
    names[name] = number;
}

int main() {
    std::thread a(add, 3, "three"), b(add, 2, "two");
    a.join();
    b.join();
    add(1, "one");
    squares.erase(2);
    int sum = 0;
    for (auto &entry : squares) sum = 10 * sum + entry.second;
    assert(sum == 19 && order.size() == 3 && order.back() == 1);
    assert(names.at("two") == 2 && names.count("four") == 0);
    auto last = squares.end();
    assert((--last)->first == 3);
}
