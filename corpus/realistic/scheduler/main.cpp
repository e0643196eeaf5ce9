// Adds the numbers of an array with one task for each part. Every part must be added once.
#include <cassert>

#include "scheduler.hpp"

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef PARTS
#define PARTS 3
#endif

namespace {

using sched::Group;
using sched::Scheduler;
using sched::Task;
using sched::Worker;

class Add final : public Task {
public:
    Add(Group &group, const int *begin, const int *end) : Task(group), begin_(begin), end_(end) {}

    int sum() const { return sum_; }
    int runs() const { return runs_; }

protected:
    void run(Worker &) override {
        int sum = 0;
        for (const int *number = begin_; number != end_; number++)
            sum += *number;
        sum_ = sum;
        runs_++;
    }

private:
    const int *begin_;
    const int *end_;
    int sum_ = 0;
    int runs_ = 0;
};

class Sum final : public Task {
public:
    Sum(Group &group, const int *numbers, int each) : Task(group), numbers_(numbers), each_(each) {}

    int result() const { return result_; }

protected:
    void run(Worker &worker) override {
        Group parts;
        std::vector<std::unique_ptr<Add>> tasks;
        tasks.reserve(PARTS);
        for (int i = 0; i < PARTS; i++) {
            tasks.push_back(std::make_unique<Add>(parts, numbers_ + i * each_, numbers_ + (i + 1) * each_));
            worker.spawn(*tasks.back());
        }
        worker.wait(parts);
        for (const auto &task : tasks) {
            assert(task->runs() == 1);
            result_ += task->sum();
        }
    }

private:
    const int *numbers_;
    int each_;
    int result_ = 0;
};

} // namespace

int main() {
    constexpr int kEach = 2;
    int numbers[PARTS * kEach];
    int expected = 0;
    for (int i = 0; i < PARTS * kEach; i++) {
        numbers[i] = i + 1;
        expected += i + 1;
    }
    Scheduler::Options options;
    options.workers = WORKERS;
    Scheduler scheduler(options);
    Group group;
    Sum sum(group, numbers, kEach);
    scheduler.run(sum);
    scheduler.stop();
    assert(sum.result() == expected);
    assert(scheduler.total().executed == PARTS);
    return 0;
}
