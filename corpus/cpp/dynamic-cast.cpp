// RTTI is not modelled beyond virtual calls.
//
// expect: unsupported: dynamic_cast
#include <cassert>

struct Base {
    virtual ~Base() = default;
};
struct Derived : Base {};

int main() {
    Derived derived;
    Base *base = &derived;
    assert(dynamic_cast<Derived *>(base) == &derived);
}
