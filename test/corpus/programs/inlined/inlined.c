/* Optimised code: inlined functions, location lists, values at entry, tail calls, structs in pieces. */
#include <stdlib.h>
#include <string.h>

#define noinline __attribute__((noinline))
#ifdef __clang__
#define apart noinline
#else
#define apart __attribute__((noipa))
#endif

struct pair {
  long low, high;
};

struct reading {
  int id;
  double value;
  const char *unit;
};

volatile int sink;
volatile int seed = 3;
int history[8];
static int counter;

/* What a call destroys: the caller's arguments are known only by what the call site says. */
apart static void touch(int value) {
  sink = value;
}

apart static int lost(int first, int second, const char *name) {
  touch(first);
  counter++;
  return counter + (sink & 1);
}

apart static int kept(int first, struct reading *reading) {
  int before = first * 3;
  touch(before);
  int after = before + reading->id;
  touch(after);
  return before + after + first;
}

static inline int clamp(int value, int low, int high) {
  int result = value < low ? low : value > high ? high : value;
  return result;
}

static inline int scale(int value, int factor) {
  int scaled = value * factor;
  sink = scaled;
  return clamp(scaled, -100, 100) + sink;
}

apart static int nested(int value) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int step = scale(value + i, 7);
    total += step;
    history[i] = total;
  }
  return total;
}

/* Split in two registers. */
apart static long pieces(struct pair pair, int n) {
  struct pair sum = {pair.low + n, pair.high - n};
  touch(n);
  sum.low += sink;
  touch((int)sum.low);
  return sum.low * sum.high + pair.low;
}

noinline static int last(int value) {
  touch(value);
  return value + counter;
}

noinline static int middle(int value) { return last(value + 1); }

apart static int chain(int value) {
  touch(value);
  return middle(value * 2);
}

apart static double floating(double x, float y, int n) {
  double product = x * y;
  for (int i = 0; i < n; i++) product += (double)i / x;
  touch((int)product);
  return product + y;
}

apart static int constants(int flag) {
  const int fixed = 12;
  const char *label = "constant";
  struct pair both = {1, 2};
  struct pair *pointer = &both;
  int unused = flag * 99;
  (void)unused;
  touch(fixed + (int)pointer->high);
  return (int)strlen(label) + sink;
}

apart static int recurse(int depth, int carried) {
  if (depth == 0) {
    touch(carried);
    return carried;
  }
  int kept_here = carried + sink;
  int below = recurse(depth - 1, carried + depth);
  touch(below);
  return below ^ kept_here;
}

int main(int argc, char **argv) {
  struct reading reading = {40 + seed, 1.5, "mV"};
  int total = 0;
  for (int round = 0; round < 1 + (argc > 9); round++) {
    int local = seed + round;
    total += lost(local, 55, "name");
    total += kept(local, &reading);
    total += nested(local);
    total += (int)pieces((struct pair){local, 20}, 4);
    total += chain(local);
    total += (int)floating(2.5 * seed, 1.25f, 3);
    total += constants(round);
    total += recurse(3, seed);
  }
  return total == argc;
}
