#include "../shared.h"

static int helper(int x) {
  return grown(x) * 3;
}

int second(int x) {
  return helper(x) + 2;
}
