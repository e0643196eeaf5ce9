// A queue whose consumer can sleep. Producers take the lock only if the consumer said that it is about to.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "queue.hpp"

namespace actors {

struct MailboxStats {
    unsigned long received = 0;
    unsigned long sleeps = 0;
    unsigned long near_sleeps = 0; // something came in between
};

template <typename T>
class Mailbox {
public:
    // By anyone. False if the mailbox is closed.
    bool send(T message) {
        if (closed_.load(std::memory_order_relaxed))
            return false;
        queue_.push(std::move(message));
        wake();
        return true;
    }

    // Nothing more will come. What is there already will still be received. Not while someone sends.
    void close() {
        closed_.store(true, std::memory_order_release);
        wake();
    }

    // By the consumer: the next message, or nothing when the mailbox is closed and empty.
    std::optional<T> receive() {
        for (;;) {
            if (std::optional<T> message = try_receive())
                return message;
            if (closed_.load(std::memory_order_acquire))
                return try_receive();
            sleep();
        }
    }

    std::optional<T> try_receive() {
        std::optional<T> message = queue_.pop();
        if (message)
            stats_.received++;
        return message;
    }

    // By the consumer.
    const MailboxStats &stats() const { return stats_; }

private:
    // After something has been made visible to the consumer.
    void wake() {
#if BUG != 2
        // Pairs with the fence in sleep(): either we see that it sleeps, or it sees what we did.
        std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
        if (!sleepy_.load(std::memory_order_relaxed))
            return;
        {
            std::lock_guard<std::mutex> lock(mutex_);
            awake_ = true;
        }
        wake_.notify_one();
    }

    void sleep() {
        sleepy_.store(true, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
#if BUG != 1
        // Who sent before it could see that we are sleepy did not wake us.
        if (!queue_.empty() || closed_.load(std::memory_order_relaxed)) {
            sleepy_.store(false, std::memory_order_relaxed);
            stats_.near_sleeps++;
            return;
        }
#endif
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return awake_; });
        awake_ = false;
        sleepy_.store(false, std::memory_order_relaxed);
        stats_.sleeps++;
    }

    Queue<T> queue_;
    std::atomic<bool> sleepy_{false};
    std::atomic<bool> closed_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
    bool awake_ = false;
    MailboxStats stats_;
};

} // namespace actors
