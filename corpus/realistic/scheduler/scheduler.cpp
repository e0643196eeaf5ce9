#include "scheduler.hpp"

namespace sched {

Worker::Worker(Scheduler &scheduler, std::size_t index, std::size_t capacity)
    : scheduler_(scheduler), index_(index), deque_(capacity), seed_(static_cast<std::uint32_t>(index) + 1) {}

void Worker::spawn(Task &task) {
    task.group().add();
    if (deque_.push(&task))
        return;
    stats_.inlined++;
    task.execute(*this);
}

Task *Worker::steal_from(Worker &victim) {
    Task *task = nullptr;
    switch (victim.deque_.steal(task)) {
    case Steal::kStolen:
        stats_.stolen++;
        return task;
    case Steal::kLost:
        stats_.lost++;
        return nullptr;
    case Steal::kEmpty:
        return nullptr;
    }
    return nullptr;
}

// Its own tasks first, then those of the others, beginning somewhere.
Task *Worker::find() {
    if (Task *task = deque_.take())
        return task;
    std::size_t count = scheduler_.size();
    std::size_t start = 0;
    if (count > 2) {
        seed_ = seed_ * 1103515245u + 12345u;
        start = (seed_ >> 16) % count;
    }
    for (std::size_t i = 0; i < count; i++) {
        std::size_t victim = (start + i) % count;
        if (victim == index_)
            continue;
        if (Task *task = steal_from(scheduler_.worker(victim)))
            return task;
    }
    return nullptr;
}

bool Worker::step() {
    Task *task = find();
    if (!task)
        return false;
    stats_.executed++;
    task->execute(*this);
    return true;
}

void Worker::wait(const Group &group) {
    while (!group.finished())
        if (!step())
            std::this_thread::yield();
}

Scheduler::Scheduler(const Options &options) {
    workers_.reserve(options.workers);
    for (std::size_t i = 0; i < options.workers; i++)
        workers_.push_back(std::make_unique<Worker>(*this, i, options.capacity));
    threads_.reserve(options.workers);
    for (std::size_t i = 1; i < options.workers; i++)
        threads_.emplace_back([this, i] { loop(*workers_[i]); });
}

Scheduler::~Scheduler() {
    stop();
}

void Scheduler::loop(Worker &worker) {
    while (!stopping_.load(std::memory_order_acquire))
        if (!worker.step())
            std::this_thread::yield();
}

void Scheduler::run(Task &root) {
    Worker &worker = *workers_[0];
    root.group().add();
    root.execute(worker);
    worker.wait(root.group());
}

void Scheduler::stop() {
    stopping_.store(true, std::memory_order_release);
    for (std::thread &thread : threads_)
        thread.join();
    threads_.clear();
}

Stats Scheduler::total() const {
    Stats total;
    for (const auto &worker : workers_) {
        total.executed += worker->stats().executed;
        total.stolen += worker->stats().stolen;
        total.lost += worker->stats().lost;
        total.inlined += worker->stats().inlined;
    }
    return total;
}

} // namespace sched
