// Small parts of the library run as the program's own code.
//
// Nothing happens at the same time: 1.
//
// expect -std=c++17: 1
#include <array>
#include <cassert>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <tuple>

int main() {
    std::function<int(int)> twice = [](int x) { return 2 * x; };
    std::array<std::optional<int>, 2> results;
    std::string name = "worker";
    std::thread thread([&results, twice, name] {
        results[0] = twice(4);
        if (name == "worker") results[1] = static_cast<int>(name.size());
    });
    thread.join();
    auto [a, b] = std::make_tuple(results[0].value_or(0), results[1].value_or(0));
    assert(a == 8 && b == 6);
}
