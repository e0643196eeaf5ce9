// What is scheduled: something to run, and a count of tasks that its group still waits for.
#pragma once

#include <atomic>

namespace sched {

class Worker;

// Tasks that are waited for together.
class Group {
public:
    void add() { pending_.fetch_add(1, std::memory_order_relaxed); }
    void done() { pending_.fetch_sub(1, std::memory_order_release); }
    bool finished() const { return pending_.load(std::memory_order_acquire) == 0; }

private:
    std::atomic<int> pending_{0};
};

class Task {
public:
    explicit Task(Group &group) : group_(group) {}
    virtual ~Task() = default;

    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;

    void execute(Worker &worker) {
        run(worker);
        group_.done();
    }

    Group &group() { return group_; }

protected:
    virtual void run(Worker &worker) = 0;

private:
    Group &group_;
};

} // namespace sched
