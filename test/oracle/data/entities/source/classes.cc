// What C++ adds: classes of all sorts, templates, namespaces, references, lambdas.
namespace outer {
struct Base {
  int b = 1;
  virtual ~Base() {}
  virtual int area() const { return b; }
};
namespace inner {
enum class Shade : unsigned char { dark = 1, light = 200 };
enum Plain { first, second = -1 };
int depth = 3;
}  // namespace inner
inline namespace version {
int versioned = 4;
}
struct Other {
  long o = 2;
};
namespace {
int unnamed = 5;
struct Secret {
  int s;
};
Secret secret;
}  // namespace
}  // namespace outer

template <typename T, int N>
struct Box {
  T items[N];
  static int made;
  enum { limit = N };
  struct Node {
    T value;
    Node *next;
  };
  Node *head = nullptr;
  T get(int i) const { return items[i]; }
};
template <typename T, int N>
int Box<T, N>::made = N;

template <typename... T>
struct Pack {
  int size = sizeof...(T);
};

struct Grounded : virtual outer::Base {
  int g = 3;
};

class Shape : public Grounded, protected outer::Other {
 public:
  static const int sides = 4;
  static int count;
  mutable int cache : 7;
  outer::inner::Shade shade : 8;
  Shape() : cache(1), shade(outer::inner::Shade::light) {}
  int area() const override { return b + (int)o; }
  int scale(int by, const Box<char, 8> &box) &;

 private:
  union {
    int i;
    float f;
  };
};
int Shape::count = 6;

int Shape::scale(int by, const Box<char, 8> &box) & {
  static int scaled;
  using outer::inner::depth;
  int &&moved = by + 1;
  int &kept = by;
  scaled += moved + kept + depth;
  auto add = [&kept, by](int more) {
    int all = kept + by + more;
    return all;
  };
  return add(box.get(1)) + scaled;
}

int Shape::*field = nullptr;
int (outer::Base::*method)() const = &outer::Base::area;
decltype(nullptr) null = nullptr;
Box<short, 3> shorts;
Pack<int, char *> pack;
wchar_t wide = L'w';
char16_t sixteen = u'a';
char32_t thirtytwo = U'b';
bool truth = true;

namespace alias = outer::inner;
using Boxes = Box<Box<short, 3>, 2>;
Boxes boxes;

template <typename T>
T largest(T a, T b) {
  T &best = a > b ? a : b;
  return best;
}

int user() {
  using namespace outer;
  int sum = inner::depth + alias::depth + versioned + unnamed + secret.s;
  for (short value : shorts.items) sum += value;
  return sum + largest(sum, 4) + (int)largest(1.5, 2.5);
}

extern "C" int run() {
  Shape shape;
  Box<char, 8> box{};
  return shape.scale(2, box) + user() + Box<short, 3>::made + boxes.items[0].items[0];
}

void operator delete(void *) {}
void operator delete(void *, decltype(sizeof(0))) {}
extern "C" void *memset(void *to, int value, decltype(sizeof(0)) size) {
  for (char *at = (char *)to; size--;) *at++ = value;
  return to;
}
extern "C" void __cxa_pure_virtual() {}
extern "C" int main() { return run(); }
