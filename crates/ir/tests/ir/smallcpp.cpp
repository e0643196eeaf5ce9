// Virtual calls, exceptions, static constructors and atomics, without the bulk of the standard library.
#include <atomic>
struct Shape { virtual int area() const = 0; virtual ~Shape() {} };
struct Square : Shape { int side; explicit Square(int s) : side(s) {} int area() const override { return side * side; } };
static std::atomic<int> total{0};
thread_local int calls = 0;
struct Guard { ~Guard() { total.fetch_sub(1, std::memory_order_release); } };
static Square unit(1);
int measure(const Shape& shape) { Guard guard; ++calls; if (shape.area() < 0) throw 1; return total += shape.area(); }
int safe(int n) { try { return measure(Square(n)); } catch (int e) { return -e; } catch (...) { return 0; } }
