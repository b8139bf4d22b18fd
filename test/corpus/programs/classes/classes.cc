// The C++ language: classes, virtual bases, templates, references, member pointers, namespaces, lambdas.
#include <cstdint>
#include <utility>

namespace store {

enum class Kind : unsigned char { small, large = 7 };
enum Plain { first, second = 4 };

struct Thing {
  virtual ~Thing() {}
  virtual int weigh(int factor) const { return number * factor; }
  int number = 1;
};

struct Named {
  const char *name = "named";
  virtual ~Named() {}
};

class Box : public Thing, protected Named {
public:
  enum State { open, closed };
  static int made;
  static const int limit = 12;
  static constexpr double ratio = 2.5;
  explicit Box(int edge, Kind kind = Kind::small) : edge(edge), kind(kind) { made++; }
  int weigh(int factor) const override {
    int result = edge * factor + made;
    return result;
  }
  int operator()(int n) const { return n + edge; }

  State state = closed;

private:
  int edge;
  Kind kind;
  mutable bool touched = true;
  unsigned small : 3 = 5;
  struct Lid {
    short height;
  } lid = {9};
};

int Box::made = 0;

struct Root {
  int root = 10;
};
struct Left : virtual Root {
  int left = 20;
};
struct Right : virtual Root {
  int right = 30;
};
struct Diamond : Left, Right {
  int tip = 40;
  virtual void show() {}
};

template <typename T, int N> struct Stack {
  T items[N] = {};
  int used = 0;
  static int pushes;
  void push(const T &item) {
    items[used++] = item;
    pushes++;
  }
};
template <typename T, int N> int Stack<T, N>::pushes = 0;

template <typename T> T larger(const T &a, const T &b) {
  T chosen = a < b ? b : a;
  return chosen;
}

union Either {
  int whole;
  float real;
  Either() : whole(3) {}
};

struct Empty {};
struct Pair : Empty {
  int &reference;
  const int constant;
  Empty nothing;
};

namespace inner {
int depth = 3;
static int hidden = 4;
inline namespace v1 {
int version = 5;
}
} // namespace inner
} // namespace store

namespace {
int secret = 99;
struct Private {
  int value = 7;
};
} // namespace

namespace alias = store::inner;
thread_local int per_thread = 5;
int shadowed = 1;

static int references(int &left, const store::Box &box, int &&moved, store::Plain plain, Private own) {
  int &again = left;
  const int &fixed = moved;
  store::Plain &other = plain;
  store::Box &&both = std::move(const_cast<store::Box &>(box));
  int values[3] = {1, 2, 3};
  int(&array)[3] = values;
  bool flag = true;
  std::nullptr_t null = nullptr;
  char8_t narrow = u8'a';
  char16_t sixteen = u'b';
  char32_t thirty_two = U'c';
  return again + fixed + other + both(3) + array[1] + flag + (null == nullptr) + own.value + narrow + (int)sixteen +
         (int)thirty_two + store::inner::hidden + alias::depth + secret + per_thread;
}

static int bases(store::Diamond diamond, store::Diamond *pointer, store::Thing *thing, store::Root *root) {
  store::Left &left = diamond;
  store::Right *right = pointer;
  store::Box box(4, store::Kind::large);
  store::Thing &sliced = box;
  return left.left + right->right + thing->weigh(2) + root->root + sliced.weigh(1);
}

static int members(store::Box *box) {
  int store::Thing::*data = &store::Thing::number;
  int store::Thing::*none = nullptr;
  int (store::Thing::*method)(int) const = &store::Thing::weigh;
  int (store::Box::*direct)(int) const = &store::Box::operator();
  int (*plain)(const int &, const int &) = store::larger<int>;
  return box->*data + (box->*method)(2) + (box->*direct)(1) + (none == nullptr) + plain(1, 2);
}

static int templates() {
  store::Stack<int, 4> numbers;
  store::Stack<store::Stack<char, 2>, 2> nested;
  numbers.push(5);
  numbers.push(6);
  nested.items[1].push('q');
  store::Either either;
  store::Empty empty;
  int target = 8;
  store::Pair pair{{}, target, 3, {}};
  (void)empty;
  return numbers.used + nested.used + either.whole + pair.constant + (int)store::larger(1.5, 2.5) +
         store::larger<long>(3, 2);
}

static int lambdas(int base) {
  int shadowed = 2;
  store::Box box(6);
  auto add = [base, &shadowed](int n) {
    int sum = n + base + shadowed;
    return sum;
  };
  auto none = [] { return 1; };
  auto all = [=](auto value) { return value + box(1) + base; };
  return add(3) + none() + all(2) + ::shadowed;
}

int main() {
  int value = 11;
  store::Box box(3);
  store::Diamond diamond;
  int total = references(value, box, 12, store::second, Private());
  total += bases(diamond, &diamond, &box, &diamond);
  total += members(&box);
  total += templates();
  total += lambdas(value);
  total += store::inner::version;
  return total == 0;
}
