// Virtual calls, in a program and in a shared object that it is linked with.
struct Shape {
  virtual long area(long) const = 0;
};
Shape const &shape(int);

struct Square : Shape {
  long area(long x) const override { return x * x; }
};

extern "C" __attribute__((noinline)) long total()
{
  Square square;
  long sum = 0;
  for (int i = 0; i < 12; i++) {
    Shape const &other = i % 3 ? shape(i) : static_cast<Shape const &>(square);
    sum += other.area(i);
  }
  return sum;
}

extern "C" void __cxa_pure_virtual() {}
int main() { return total() & 1; }
