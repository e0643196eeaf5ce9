// A fork-join scheduler: every worker has a deque, and steals from the others when its own is empty.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "deque.hpp"
#include "task.hpp"

namespace sched {

struct Stats {
    unsigned long executed = 0;
    unsigned long stolen = 0;
    unsigned long lost = 0;
    unsigned long inlined = 0;
};

class Scheduler;

class Worker {
public:
    Worker(Scheduler &scheduler, std::size_t index, std::size_t capacity);

    // Makes a task available to all workers. If there is no memory for that, runs it at once.
    void spawn(Task &task);
    // Works until all tasks of a group are done.
    void wait(const Group &group);
    // Takes or steals a task, and runs it. False if none was found.
    bool step();

    const Stats &stats() const { return stats_; }
    std::size_t index() const { return index_; }
    std::size_t capacity() const { return deque_.capacity(); }

private:
    friend class Scheduler;

    Task *find();
    Task *steal_from(Worker &victim);

    Scheduler &scheduler_;
    std::size_t index_;
    Deque<Task> deque_;
    std::uint32_t seed_;
    Stats stats_;
};

class Scheduler {
public:
    struct Options {
        std::size_t workers = 2;
        std::size_t capacity = 1; // of a deque at first, a power of two
    };

    explicit Scheduler(const Options &options);
    ~Scheduler();

    Scheduler(const Scheduler &) = delete;
    Scheduler &operator=(const Scheduler &) = delete;

    // Runs a task and all it spawns; the calling thread is worker 0.
    void run(Task &root);
    // Ends the threads.
    void stop();

    std::size_t size() const { return workers_.size(); }
    Worker &worker(std::size_t index) { return *workers_[index]; }
    Stats total() const;

private:
    void loop(Worker &worker);

    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
    std::atomic<bool> stopping_{false};
};

} // namespace sched
