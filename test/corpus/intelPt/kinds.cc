// The shared object of shapes.cc.
struct Shape {
  virtual long area(long) const = 0;
};
struct Line : Shape {
  long area(long) const override { return 0; }
};
struct Circle : Shape {
  long area(long x) const override { return x > 4 ? 3 * x * x : x; }
};
static Line line;
static Circle circle;
Shape const &shape(int i) { return i & 1 ? static_cast<Shape const &>(line) : circle; }
