/* What libc++ keeps in its library of threads, locks and condition variables, over pthreads. Compiled and linked only with programs
   that use libc++. */
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <thread>
#include <unordered_map>

_LIBCPP_BEGIN_NAMESPACE_STD

/* A thread's own record is for notify_all_at_thread_exit, which is not provided. */
__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() {}

template <>
void __thread_specific_ptr<__thread_struct>::set_pointer(pointer record) {
    delete record;
}

__thread_specific_ptr<__thread_struct> &__thread_local_data() {
    alignas(__thread_specific_ptr<__thread_struct>) static char place[sizeof(__thread_specific_ptr<__thread_struct>)];
    return reinterpret_cast<__thread_specific_ptr<__thread_struct> &>(place);
}

thread::~thread() {
    if (!__libcpp_thread_isnull(&__t_)) terminate();
}

void thread::join() {
    if (int error = __libcpp_thread_isnull(&__t_) ? EINVAL : pthread_join(__t_, nullptr))
        __throw_system_error(error, "thread::join failed");
    __t_ = _LIBCPP_NULL_THREAD;
}

void thread::detach() {
    if (int error = __libcpp_thread_isnull(&__t_) ? EINVAL : pthread_detach(__t_))
        __throw_system_error(error, "thread::detach failed");
    __t_ = _LIBCPP_NULL_THREAD;
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {
void sleep_for(const chrono::nanoseconds &) { ::sched_yield(); }
} // namespace this_thread

#ifndef _LIBCPP_HAS_TRIVIAL_MUTEX_DESTRUCTION
mutex::~mutex() noexcept { pthread_mutex_destroy(&__m_); }
#endif
void mutex::lock() { pthread_mutex_lock(&__m_); }
bool mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }
void mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&__m_, &attributes);
}
recursive_mutex::~recursive_mutex() { pthread_mutex_destroy(&__m_); }
void recursive_mutex::lock() { pthread_mutex_lock(&__m_); }
bool recursive_mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }
void recursive_mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }

#ifndef _LIBCPP_HAS_TRIVIAL_CONDVAR_DESTRUCTION
condition_variable::~condition_variable() { pthread_cond_destroy(&__cv_); }
#endif
void condition_variable::notify_one() noexcept { pthread_cond_signal(&__cv_); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(&__cv_); }
void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
    pthread_cond_wait(&__cv_, lock.mutex()->native_handle());
}

/* 0 at first, 1 while the function runs, all bits afterwards, which the program itself looks for. */
void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *)) {
    typedef once_flag::_State_type State;
    State seen = 0;
    if (__atomic_compare_exchange_n(&flag, &seen, State(1), false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        function(argument);
        __atomic_store_n(&flag, ~State(0), __ATOMIC_RELEASE);
    }
    while (seen == 1) seen = __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
}

/* Counts are one less than the number of owners. */
__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}
const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

void __shared_weak_count::__release_weak() noexcept {
    if (__atomic_fetch_sub(&__shared_weak_owners_, 1, __ATOMIC_ACQ_REL) == 0) __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
    long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
    while (owners != -1)
        if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return this;
    return nullptr;
}

template class basic_string<char>;

size_t __next_prime(size_t least) {
    for (;; least++) {
        bool prime = least != 1;
        for (size_t factor = 2; factor * factor <= least; factor++) prime = prime && least % factor != 0;
        if (prime) return least;
    }
}

_LIBCPP_END_NAMESPACE_STD
