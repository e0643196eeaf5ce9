// Threads, locks, a condition variable, shared pointers, exceptions: what drags in much of libstdc++.
#include <atomic>
#include <thread>
#include <mutex>
#include <memory>
#include <condition_variable>
#include <vector>
#include <cstdio>
#include <stdexcept>
struct Node { int v; std::shared_ptr<Node> next; virtual ~Node() {} virtual int get() { return v; } };
struct Sub : Node { int get() override { return v + 1; } };
static std::atomic<int> flag{0};
static std::mutex m; static std::condition_variable cv;
thread_local int tl = 3;
int shared_data; double d = 1.5; long double ld = 2.5L; float f = 0.1f;
__int128 wide = ((__int128)1 << 100) + 7;
int work(int n) { if (n < 0) throw std::runtime_error("neg"); return n * 2; }
int main() {
  auto p = std::make_shared<Sub>(); p->v = 4;
  std::vector<std::thread> ts;
  for (int i = 0; i < 2; i++) ts.emplace_back([i, p] { std::lock_guard<std::mutex> g(m); shared_data += p->get() + i; flag.fetch_add(1, std::memory_order_acq_rel); cv.notify_one(); tl++; });
  { std::unique_lock<std::mutex> l(m); cv.wait(l, [] { return flag.load(std::memory_order_acquire) > 0; }); }
  for (auto& t : ts) t.join();
  try { printf("%d %d\n", shared_data, work(-1)); } catch (const std::exception& e) { printf("%s\n", e.what()); }
  int exp = 1; flag.compare_exchange_weak(exp, 3, std::memory_order_release, std::memory_order_relaxed);
  wide = wide * 3 + (__int128)(d * ld + f);
  return 0;
}
