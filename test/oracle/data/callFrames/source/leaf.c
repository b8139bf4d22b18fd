/* Functions with and without a frame of their own, for every architecture. */
typedef struct { long a, b, c; } triple;

volatile long sink;

long leaf(long x) { return x * 3; }

__attribute__((noinline)) long many(long a, long b, long c, long d, long e, long f, long g) {
  char buffer[200];
  for (int i = 0; i < 200; i++) buffer[i] = (char)(a + i);
  sink = buffer[b & 127];
  return leaf(a) + c + d + e + f + g + sink;
}

__attribute__((noinline)) double fraction(double x, long n) {
  double sum = x;
  for (long i = 0; i < n; i++) sum += many(i, n, i, n, i, n, i) * x;
  return sum;
}

__attribute__((noinline)) long variable(long n) {
  char buffer[n];
  for (long i = 0; i < n; i++) buffer[i] = (char)i;
  sink = buffer[n / 2];
  return (long)fraction(buffer[0], n);
}

__attribute__((noinline)) triple shrunk(long n) {
  triple t = {n, n, n};
  if (n > 10) {
    t.a = variable(n) + variable(n + 1);
    t.b = many(n, t.a, n, t.a, n, t.a, n) + sink;
    t.c = t.a + t.b + sink;
  }
  return t;
}

void _start(void) {
  triple t = shrunk(sink);
  sink = t.a + t.b + t.c;
  for (;;) sink++;
}
