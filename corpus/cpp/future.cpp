// std::promise and std::future.
//
// How often headers look at the state is not for us to say.
//
// expect: verified
#include <cassert>
#include <future>
#include <thread>

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread thread([&promise] { promise.set_value(3); });
    assert(future.get() == 3);
    thread.join();
}
