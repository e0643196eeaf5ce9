#include "account.hpp"

namespace actors {

Account::Account(int balance) : balance_(balance), thread_([this] { loop(); }) {}

Account::~Account() {
    stop();
}

bool Account::deposit(int amount) {
    Message message;
    message.kind = Message::Kind::kDeposit;
    message.amount = amount;
    return mailbox_.send(message);
}

bool Account::withdraw(int amount, Reply &done) {
    Message message;
    message.kind = Message::Kind::kWithdraw;
    message.amount = amount;
    message.reply = &done;
    return mailbox_.send(message);
}

bool Account::ask_balance(Reply &balance) {
    Message message;
    message.kind = Message::Kind::kBalance;
    message.reply = &balance;
    return mailbox_.send(message);
}

void Account::stop() {
    if (!thread_.joinable())
        return;
    mailbox_.close();
    thread_.join();
}

void Account::loop() {
    while (std::optional<Message> message = mailbox_.receive())
        handle(*message);
}

void Account::handle(const Message &message) {
    switch (message.kind) {
    case Message::Kind::kDeposit:
        balance_ += message.amount;
        break;
    case Message::Kind::kWithdraw:
        if (balance_ >= message.amount) {
            balance_ -= message.amount;
            message.reply->answer(1);
        } else {
            refused_++;
            message.reply->answer(0);
        }
        break;
    case Message::Kind::kBalance:
        message.reply->answer(balance_);
        break;
    }
}

} // namespace actors
