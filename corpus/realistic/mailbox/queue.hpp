// A queue with many producers and one consumer, after Vyukov: a producer takes its place with one exchange and links
// itself to its predecessor afterwards, so the list may be interrupted for a moment, and the consumer sees its front only.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

#ifndef BUG
#define BUG 0
#endif

namespace actors {

template <typename T>
class Queue {
public:
    Queue() : newest_(new Node), oldest_(newest_.load(std::memory_order_relaxed)) {}

    ~Queue() {
        while (oldest_) {
            Node *next = oldest_->next.load(std::memory_order_relaxed);
            delete oldest_;
            oldest_ = next;
        }
    }

    Queue(const Queue &) = delete;
    Queue &operator=(const Queue &) = delete;

    // By anyone.
    void push(T value) {
        Node *node = new Node;
        node->value = std::move(value);
        Node *before = newest_.exchange(node, std::memory_order_acq_rel);
#if BUG == 3
        before->next.store(node, std::memory_order_relaxed);
#else
        before->next.store(node, std::memory_order_release);
#endif
    }

    // By the consumer.
    std::optional<T> pop() {
        Node *next = oldest_->next.load(std::memory_order_acquire);
        if (!next)
            return std::nullopt;
        std::optional<T> value(std::move(next->value));
        // The node whose value was taken stays as the one before the next.
        delete oldest_;
        oldest_ = next;
        return value;
    }

    // By the consumer. Also true while a producer is about to link the first element.
    bool empty() const { return oldest_->next.load(std::memory_order_acquire) == nullptr; }

private:
    struct Node {
        std::atomic<Node *> next{nullptr};
        T value{};
    };

    std::atomic<Node *> newest_;
    Node *oldest_;
};

} // namespace actors
