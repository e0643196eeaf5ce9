// std::counting_semaphore: as a lock.
//
// How often headers look at the semaphore is not for us to say. libstdc++ 11 and 12.2 have a bug that this program shows: a
// thread that wants the semaphore may sleep for ever although it has been released (GCC bug 104928).
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
