/* A position-independent program that calls into a shared object, which calls back. */
#include "gauge.h"
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {"north", "south", NULL};
int depths[4] = {4, 8, 15, 16};
static struct gauge first = {"tide", 3, {1.5, 2.5}, NULL};
struct gauge *gauges = &first;
volatile int sink;

static int warn(const struct gauge *gauge, int level) {
  int over = level - gauge->limit;
  sink = over;
  return over > 0;
}

static int watch(const char *name, int *level) {
  first.warn = warn;
  int warned = gauge_read(&first, *level);
  sink = warned;
  return warned + name[0];
}

int main(void) {
  int total = 0;
  for (int i = 0; names[i]; i++) total += watch(names[i], &depths[i]);
  puts("");
  exit(total == 0);
}
