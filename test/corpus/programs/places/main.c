#include <stdlib.h>
#include "shared.h"

int first(int x);
int second(int x);

int main(void) {
  int total = grown(3);
  total += first(total);
  total += second(total);
  exit(total & 1);
}
