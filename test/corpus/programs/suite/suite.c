/* What programs of gdb.base have in them. Compiled with -O2. */
#include <stdio.h>
#include <wchar.h>

struct later;
struct later *hidden;
struct shelf {
  struct {
    int left;
    char right;
  } *pair;
  struct {
    int x;
    char c;
  } own;
  struct later *other;
} shelf = {.own = {1, 2}};
float ratio = 100.5f;
wchar_t mixed[] = {'f', 0xdead, 'a', 'c', 0xd800, '9', 'g', 0};
volatile int sink;

__attribute__((noinline)) int told(int n) {
  sink = n;
  sink = n + 1;
  return printf("%d\n", n);
}

static inline __attribute__((always_inline)) int doubled(int n) {
  sink = n;
  sink = n + 1;
  return 2 * n;
}

int main(void) {
  int number = told(3);
  return doubled(number) > 100 || ratio < 1 || mixed[0] == 0 || shelf.own.x == 0 || hidden;
}
