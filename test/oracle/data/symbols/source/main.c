/* A program without a library: functions of every shape that a line table has to tell apart. */
#include "inline.h"

struct point {
  int x, y;
};

int counter = 3;
static int table[8] = { 1, 2, 3 };
struct point origin = { 1, 2 };

static int twice(int n)
{
  return n * 2;
}

static int __attribute__((noinline)) sum(const int *values, int count)
{
  int total = 0;
  for (int i = 0; i < count; i++)
    total += clamp(values[i], 0, 100);
  return total;
}

void __attribute__((cold, noinline)) complain(int code)
{
  counter = code;
}

int __attribute__((noinline)) choose(int n)
{
  switch (n & 7) {
  case 0:
    return 10;
  case 1:
    return twice(n);
  case 2:
    complain(n);
    return -1;
  case 5:
    return n << 3;
  default:
    return n;
  }
}

int __attribute__((noinline)) depth(int n)
{
  if (n <= 0)
    return 0;
  return depth(n - 1) + 1;
}

int unused(int n) { return n - 1; }

int multiply(int a,
             int b)
{
  return a
         * b;
}

int main(void)
{
  int total = sum(table, 8);
  total += choose(counter);
  total += depth(3);
  origin.x = total;
  return multiply(total, origin.y);
}
