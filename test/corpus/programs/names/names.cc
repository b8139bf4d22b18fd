// Types of templates whose names the compiler leaves to the debugger, or puts into units of their own.
#include <cstdlib>

template <typename T, int N> struct Box { T v[N]; int n; T get(int i) { return v[i]; } };
template <class... A> struct Pack { int n; };
template <bool B, char C, class T = int> struct Flags { T x; };
enum class Mode : signed char { a, b };
template <Mode M> struct ByMode { int y; };
template <template <class...> class F> struct Wrap { F<int> f; };
namespace app {
struct Cfg { int depth; enum State { fast, slow } state; enum class Lv : char { lo, hi } level; };
template <class T> T twice(T x) { return x + x; }
}
int global = 7;
template <int *P> struct ByPointer { int z; };
typedef int (*Fn)(char, long);

int work(Box<double, 3> *b, app::Cfg *c, int times) {
  Box<const char *, 2> texts{{"one", "two"}, 2};
  Box<Box<int, 1>, 2> nested{};
  Pack<int, char *, Box<unsigned, 4>> pack{1};
  Pack<> none{2};
  Flags<true, 'x'> flags{3};
  ByMode<Mode::b> mode{4};
  Wrap<Pack> wrap{};
  ByPointer<&global> pointer{5};
  Pack<Fn, int[3], const volatile long &> odd{6};
  int sum = texts.n + nested.n + pack.n + none.n + flags.x + mode.y + wrap.f.n + pointer.z + odd.n;
  return sum + b->n + c->depth + app::twice(times) + int(b->get(0));
}

int main() {
  Box<double, 3> b{{1, 2, 3.5}, 3};
  app::Cfg c{4, app::Cfg::slow, app::Cfg::Lv::hi};
  exit(work(&b, &c, 2) & 1);
}
