#include "../shared.h"
int calls;
static int helper(int x) {
  return grown(x) * 2;
}

int first(int x) {
  return helper(x) + 1;
}
