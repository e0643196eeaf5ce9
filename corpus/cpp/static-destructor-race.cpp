// A detached thread uses a global that the end of main destroys.
//
// expect: race
#include <thread>

struct Log {
    ~Log() { lines = -1; }
    int lines = 0;
};

static Log log_;

int main() {
    std::thread([] { log_.lines++; }).detach();
}
