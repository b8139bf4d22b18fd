#include "tally.h"
#include "tally.h"
#define LATE 1
static int total_sum;
#define AGAIN 1
static int add(int n) {
#undef AGAIN
#define AGAIN 2
  total_sum += SCALE(n, LIMIT);
  return total_sum;
}
#undef LATE
#define AFTER LATE
int main(void) {
  for (int i = 0; i < 3; i++) add(i);
  return total_sum == 0;
}
