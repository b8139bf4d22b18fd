// Names inside namespaces, types and templates, and functions without a name.
namespace geometry {

class Shape {
public:
  virtual double area() const = 0;
  static int count;
};

int Shape::count = 0;

namespace {
double hidden(double x) { return x * 0.5; }
}

template <typename T> __attribute__((noinline)) T largest(T a, T b)
{
  return a > b ? a : b;
}

class Circle : public Shape {
  double radius;

public:
  explicit Circle(double r) : radius(r) { count++; }
  double area() const override { return hidden(radius * radius); }
  struct Center {
    int x;
    __attribute__((noinline)) int distance(int from) { return x - from; }
  };
};

bool operator<(const Circle &a, const Circle &b)
{
  return a.area() < b.area();
}

}

extern "C" void __cxa_pure_virtual() {}

static int apply(int n)
{
  auto add = [n](int m) __attribute__((noinline)) { return n + m; };
  return add(2) + geometry::largest<int>(n, 3) + (int)geometry::largest<long>(n, 4);
}

int main()
{
  geometry::Circle circle(2.0), other(3.0);
  geometry::Circle::Center center{4};
  geometry::Shape *shape = &circle;
  return apply(geometry::Shape::count) + (int)shape->area() + center.distance(1) + (circle < other);
}
