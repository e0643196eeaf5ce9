// The forms of new and delete: arrays, nothrow, aligned, sized, in place, and of a class with its own.
//
// 1: the join orders everything.
//
// expect -std=c++17: 1
#include <cassert>
#include <cstdlib>
#include <new>
#include <thread>

struct Counted {
    Counted() { alive++; }
    ~Counted() { alive--; }
    static int alive;
};
int Counted::alive = 0;

struct alignas(64) Line {
    int value = 3;
};

struct Own {
    static void *operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void *pointer) { std::free(pointer); }
    int value = 4;
};

int main() {
    Counted *several = new Counted[3];
    std::thread thread([several] {
        assert(Counted::alive == 3);
        delete[] several;
    });
    thread.join();
    assert(Counted::alive == 0);

    int *maybe = new (std::nothrow) int(2);
    Line *line = new Line;
    Own *own = new Own;
    alignas(int) char place[sizeof(int)];
    int *here = new (place) int(1);
    assert(*here + *maybe + line->value + own->value == 10);
    delete maybe;
    delete line;
    delete own;
}
