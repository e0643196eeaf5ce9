// Two threads write to the same element of a vector.
//
// expect: race
#include <thread>
#include <vector>

int main() {
    std::vector<int> values(4);
    std::thread a([&values] { values[1] = 1; });
    std::thread b([&values] { values[2] = 2, values[1] = 2; });
    a.join();
    b.join();
}
