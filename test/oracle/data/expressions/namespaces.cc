/* Names in namespaces, classes and enumerations:  g++ -g -O0 -no-pie -o namespaces namespaces.cc */
namespace shape {
int count = 4;
struct Circle {
  int radius;
  static int made;
};
int Circle::made = 2;
namespace inner {
int depth = 3;
enum class Mode { on, off };
int area(int side) { return side * depth; }
} // namespace inner
inline namespace v2 {
int version = 7;
}
} // namespace shape

namespace other {
namespace alias = shape::inner;
int here(int a) { return a + alias::depth; }
} // namespace other

namespace sh = shape;
enum Colour { red, green };
int plain = 5;

int main() {
  int sum = shape::inner::area(1) + other::here(shape::version) + sh::count + plain;
  return sum + shape::Circle::made + (int)shape::inner::Mode::on + red;
}
