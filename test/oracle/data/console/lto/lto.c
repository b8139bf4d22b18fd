/* Two files that link-time optimization puts together. */
#include <stdio.h>
#include "log.h"

static int level = 3;
int counted(int n) __asm__("counted_calls");

__attribute__((noinline)) int counted(int n)
{
  level += n;
  return level * n;
}

int main(int argc, char **argv)
{
  int total = 0;
  for (int i = 0; i < 4; i++)
    total += counted(i + argc) + report(i, "call");
  printf("%d %s\n", total, argv[0]);
  return 0;
}
