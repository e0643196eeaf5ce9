// An actor: an account that is only touched by its own thread, and changed by messages.
#pragma once

#include <atomic>
#include <thread>

#include "mailbox.hpp"

namespace actors {

// Where the answer to a request is put. The one who asks keeps it alive.
class Reply {
public:
    void answer(int value) {
        value_ = value;
        ready_.store(true, std::memory_order_release);
    }

    bool ready() const { return ready_.load(std::memory_order_acquire); }
    int value() const { return value_; }

private:
    int value_ = 0;
    std::atomic<bool> ready_{false};
};

struct Message {
    enum class Kind { kDeposit, kWithdraw, kBalance };

    Kind kind = Kind::kDeposit;
    int amount = 0;
    Reply *reply = nullptr;
};

class Account {
public:
    explicit Account(int balance);
    ~Account();

    Account(const Account &) = delete;
    Account &operator=(const Account &) = delete;

    bool deposit(int amount);
    bool withdraw(int amount, Reply &done); // answers 1, or 0 if there is not enough
    bool ask_balance(Reply &balance);

    // Handles what has been sent, and ends the thread. Not while someone sends.
    void stop();

    // After stop().
    int balance() const { return balance_; }
    int refused() const { return refused_; }
    const MailboxStats &stats() const { return mailbox_.stats(); }

private:
    void loop();
    void handle(const Message &message);

    Mailbox<Message> mailbox_;
    int balance_;
    int refused_ = 0;
    std::thread thread_;
};

} // namespace actors
