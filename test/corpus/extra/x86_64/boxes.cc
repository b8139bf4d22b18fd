// Tracepoints with several locations: a template, a constructor, an inlined function; and the values of C++.
#include <cstdio>
#include <string>
#include <vector>

namespace store {

enum class Kind : unsigned char { small, large = 7 };

struct Thing {
  int number = 0;
  virtual ~Thing() = default;
  virtual double volume() const = 0;
};

struct Priced {
  double price = 9.5;
};

class Box : public Thing, public Priced {
public:
  Box(int edge, const char *label) : edge(edge), label(label)
  {
    number = ++made;
    kind = edge > 2 ? Kind::large : Kind::small;
  }
  double volume() const override { return edge * edge * edge; }

protected:
  int edge;
  Kind kind;
  std::string label;
  static int made;
};

int Box::made = 0;

class Crate : public Box {
public:
  explicit Crate(int edge) : Box(edge, "crate") { parts.assign(edge, edge * 1.5f); }
  std::vector<float> parts;
};

// A virtual base: its constructor is compiled twice, for an object and for a part of one.
struct Lid : virtual Priced {
  explicit Lid(int n)
  {
    size = n * 10;
  }
  int size;
};

struct Hinged : Lid {
  explicit Hinged(int n) : Lid(n + 1) {}
};

template <class T> T larger(const T &a, const T &b)
{
  T result = a < b ? b : a;
  return result;
}

inline __attribute__((always_inline)) int scaled(int n)
{
  int twice = n * 2;
  return twice + 1;
}

int weigh(const Thing &thing, int &&extra)
{
  int base = scaled(extra);
  return base + scaled(static_cast<int>(thing.volume()));
}

} // namespace store

int main()
{
  using namespace store;
  int total = 0;
  for (int i = 1; i <= 4; i++) {
    Box box(i, "box");
    Crate crate(i + 1);
    total += weigh(box, i + 10);
    total += larger(i, 3);
    total += static_cast<int>(larger(crate.volume(), 20.25));
    total += scaled(total) + Lid(i).size - Hinged(i).size;
  }
  std::printf("%d\n", total);
}
