/* Stripped as distributions do it: the symbols of its functions are in .gnu_debugdata alone. */
#include <stdlib.h>

struct s { int a; char b[6]; } gs = {1, "hello"};

static int helper(int x) {
  int y = x + 2;
  gs.a += y;
  return y;
}

int work(int n, struct s *p) {
  int k = helper(n);
  p->a = k;
  return k;
}

int main(void) { exit(work(4, &gs) & 1); }
