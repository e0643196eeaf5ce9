// A thread that runs a member function with arguments, one of them a reference.
//
// Nothing happens at the same time: 1.
//
// expect: 1
#include <cassert>
#include <functional>
#include <thread>

class Account {
public:
    void deposit(int amount, int &seen) {
        balance += amount;
        seen = balance;
    }
    int balance = 1;
};

int main() {
    Account account;
    int seen = 0;
    std::thread thread(&Account::deposit, &account, 4, std::ref(seen));
    thread.join();
    assert(account.balance == 5 && seen == 5);
}
