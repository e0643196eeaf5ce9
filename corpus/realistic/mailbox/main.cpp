// Clients change an account, each from a thread of its own.
#include <cassert>
#include <memory>
#include <vector>

#include "account.hpp"

#ifndef DEPOSITORS
#define DEPOSITORS 2
#endif
#ifndef SPENDERS
#define SPENDERS 0
#endif
#ifndef DEPOSITS
#define DEPOSITS 1 /* of each depositor */
#endif

namespace {

void deposit(actors::Account &account) {
    for (int i = 0; i < DEPOSITS; i++) {
        bool sent = account.deposit(10);
        assert(sent);
    }
}

void spend(actors::Account &account, int &spent) {
    actors::Reply reply;
    bool sent = account.withdraw(15, reply);
    assert(sent);
    while (!reply.ready())
        std::this_thread::yield();
    spent = reply.value() ? 15 : 0;
}

} // namespace

int main() {
    constexpr int kStart = 10;
    actors::Account account(kStart);
    std::vector<std::thread> clients;
    clients.reserve(DEPOSITORS + SPENDERS);
    int spent[SPENDERS + 1] = {};
    for (int i = 0; i < DEPOSITORS; i++)
        clients.emplace_back(deposit, std::ref(account));
    for (int i = 0; i < SPENDERS; i++)
        clients.emplace_back(spend, std::ref(account), std::ref(spent[i]));
    for (std::thread &client : clients)
        client.join();
    account.stop();

    int expected = kStart + 10 * DEPOSITORS * DEPOSITS;
    int refused = 0;
    for (int i = 0; i < SPENDERS; i++) {
        expected -= spent[i];
        refused += spent[i] == 0;
    }
    assert(account.balance() == expected);
    assert(account.refused() == refused);
    assert(account.stats().received == DEPOSITORS * DEPOSITS + SPENDERS);
    return 0;
}
