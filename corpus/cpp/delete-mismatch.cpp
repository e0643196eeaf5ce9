// What new allocates, delete frees; what new[] allocates, delete[] frees; what malloc allocates, free frees; also where
// another thread frees it. Right, 1; and with -DWRONG=1 to 4, wrong in four ways.
//
// expect -Wno-mismatched-new-delete: 1
// expect -Wno-mismatched-new-delete -DWRONG=1: invalid-free
// expect -Wno-mismatched-new-delete -DWRONG=2: invalid-free
// expect -Wno-mismatched-new-delete -DWRONG=3: invalid-free
// expect -Wno-mismatched-new-delete -DWRONG=4: invalid-free
#include <cstdlib>
#include <thread>

#ifndef WRONG
#define WRONG 0
#endif

int main() {
    int *one = new int(1);
    int *many = new int[3]();
    int *raw = static_cast<int *>(std::malloc(sizeof(int)));
    std::thread thread([=] {
        if (WRONG == 1) {
            delete[] one;
        } else if (WRONG == 2) {
            std::free(one);
        } else {
            delete one;
        }
        if (WRONG == 3) {
            delete many;
        } else {
            delete[] many;
        }
    });
    thread.join();
    if (WRONG == 4) {
        delete raw;
    } else {
        std::free(raw);
    }
}
