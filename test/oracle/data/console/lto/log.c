#include <stdio.h>
#include "log.h"

static struct entry last;
static int reports;

/* Its second argument is the same everywhere. */
__attribute__((noinline)) static int written(int number, const char *text)
{
  if (number > 100)
    __builtin_trap();
  last.number = number;
  last.text = text;
  return printf("%d %s\n", number, text);
}

int report(int number, const char *text)
{
  reports++;
  return written(number, "called") + written(number + 1, "called");
}
