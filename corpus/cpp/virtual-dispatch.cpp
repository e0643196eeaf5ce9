// Virtual functions, called on objects that another thread has made.
//
// main sees the object or does not: 2.
//
// expect: 2
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const = 0;
};
struct Triangle : Shape {
    int corners() const override { return 3; }
};
struct Square : Shape {
    int corners() const override { return 4; }
};

static std::atomic<Shape *> shape{nullptr};

int main() {
    std::thread maker([] { shape.store(new Square, std::memory_order_release); });
    std::unique_ptr<Shape> seen(shape.load(std::memory_order_acquire));
    assert(!seen || seen->corners() == 4);
    maker.join();
    if (!seen) delete shape.load(std::memory_order_relaxed);
    Triangle triangle;
    assert(static_cast<Shape &>(triangle).corners() == 3);
}
