// A work-stealing deque: its owner pushes and takes at the bottom, thieves steal from the top. Chase and Lev's, with the
// orderings of Lê, Pop, Cohen, Zappa Nardelli: Correct and Efficient Work-Stealing for Weak Memory Models (PPoPP 2013).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#ifndef BUG
#define BUG 0
#endif

namespace sched {

enum class Steal { kEmpty, kLost, kStolen };

template <typename T>
class Deque {
public:
    explicit Deque(std::size_t capacity) : buffer_(Buffer::make(capacity, nullptr)) {}

    ~Deque() {
        Buffer *buffer = buffer_.load(std::memory_order_relaxed);
        while (buffer) {
            Buffer *previous = buffer->previous;
            Buffer::destroy(buffer);
            buffer = previous;
        }
    }

    Deque(const Deque &) = delete;
    Deque &operator=(const Deque &) = delete;

    // By the owner. False if there is no memory.
    bool push(T *item) {
        std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
        std::int64_t top = top_.load(std::memory_order_acquire);
        Buffer *buffer = buffer_.load(std::memory_order_relaxed);
        if (bottom - top > buffer->mask) {
            buffer = grow(buffer, top, bottom);
            if (!buffer)
                return false;
        }
        buffer->at(bottom).store(item, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        bottom_.store(bottom + 1, std::memory_order_relaxed);
        return true;
    }

    // By the owner. Null if the deque is empty.
    T *take() {
        std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
        // Tops only rise, so this deque is empty, and there is nothing to announce.
        if (top_.load(std::memory_order_relaxed) > bottom)
            return nullptr;
        Buffer *buffer = buffer_.load(std::memory_order_relaxed);
        bottom_.store(bottom, std::memory_order_relaxed);
#if BUG != 1
        // Thieves must see that the bottom is lower before we look at the top.
        std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
        std::int64_t top = top_.load(std::memory_order_relaxed);
        if (top > bottom) {
            bottom_.store(bottom + 1, std::memory_order_relaxed);
            return nullptr;
        }
        T *item = buffer->at(bottom).load(std::memory_order_relaxed);
        if (top == bottom) {
            // The last one: thieves may be after it.
            if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
                item = nullptr;
            bottom_.store(bottom + 1, std::memory_order_relaxed);
        }
        return item;
    }

    // By anyone.
    Steal steal(T *&item) {
        std::int64_t top = top_.load(std::memory_order_acquire);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        std::int64_t bottom = bottom_.load(std::memory_order_acquire);
        if (top >= bottom)
            return Steal::kEmpty;
        Buffer *buffer = buffer_.load(std::memory_order_acquire);
        T *found = buffer->at(top).load(std::memory_order_relaxed);
        if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
            return Steal::kLost;
        item = found;
        return Steal::kStolen;
    }

    // Exact only while nobody else uses the deque.
    std::int64_t size() const {
        return bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
    }

    std::size_t capacity() const {
        return static_cast<std::size_t>(buffer_.load(std::memory_order_relaxed)->mask) + 1;
    }

private:
    // A ring. Outgrown ones are kept, because thieves may still read from them.
    struct Buffer {
        std::int64_t mask;
        Buffer *previous;
        std::atomic<T *> *slots;

        static Buffer *make(std::size_t capacity, Buffer *previous) {
            auto *buffer = new (std::nothrow) Buffer;
            if (!buffer)
                return nullptr;
            buffer->slots = new (std::nothrow) std::atomic<T *>[capacity];
            if (!buffer->slots) {
                delete buffer;
                return nullptr;
            }
            buffer->mask = static_cast<std::int64_t>(capacity) - 1;
            buffer->previous = previous;
            return buffer;
        }

        static void destroy(Buffer *buffer) {
            delete[] buffer->slots;
            delete buffer;
        }

        std::atomic<T *> &at(std::int64_t index) { return slots[index & mask]; }
    };

    Buffer *grow(Buffer *old, std::int64_t top, std::int64_t bottom) {
        Buffer *buffer = Buffer::make(static_cast<std::size_t>(old->mask + 1) * 2, old);
        if (!buffer)
            return nullptr;
        for (std::int64_t i = top; i < bottom; i++)
            buffer->at(i).store(old->at(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
#if BUG == 2
        buffer_.store(buffer, std::memory_order_relaxed);
#else
        buffer_.store(buffer, std::memory_order_release);
#endif
        return buffer;
    }

    std::atomic<std::int64_t> top_{0};
    std::atomic<std::int64_t> bottom_{0};
    std::atomic<Buffer *> buffer_;
};

} // namespace sched
