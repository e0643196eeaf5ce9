// std::counting_semaphore: as a lock.
//
// How often headers look at the semaphore is not for us to say. With the headers of libstdc++ 11 and 12.2 we
// find that a thread that wants the semaphore may sleep for ever although it has been released, and not with newer ones.
//
// expect -std=c++20: verified or deadlock
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore free_{1};
static int counter;

static void work() {
    free_.acquire();
    counter++;
    free_.release();
}

int main() {
    std::thread a(work), b(work);
    a.join();
    b.join();
    assert(counter == 2);
}
