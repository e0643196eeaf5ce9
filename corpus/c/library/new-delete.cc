// One thread; complete executions: 1. The operators new and delete in all their shapes.
// expect: 1
#include <new>
struct alignas(64) Wide { int x; };
int main() {
	int *a = new int(3);
	int *b = new (std::nothrow) int[4];
	Wide *c = new Wide;
	Wide *d = new (std::nothrow) Wide[2];
	c->x = *a;
	delete a;
	delete[] b;
	delete c;
	delete[] d;
	::operator delete(::operator new(8), std::nothrow);
	return 0;
}
