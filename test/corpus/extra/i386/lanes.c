/* 32 bits: arguments on the stack, 64-bit values in pairs of registers, floating point in x87. */
#include <stdio.h>

struct lane {
  char name[6];
  short length;
  long long travelled;
  struct lane *next;
  double speed;
};

static struct lane lanes[3] = {
  {"left", 100, 5, &lanes[1], 0.5}, {"middle", -7, -6, &lanes[2], 2.25}, {"right", 300, 7, 0, -8}};
static unsigned counts[4];
const unsigned magic = 0xcafef00d;

static double cross(struct lane *lane, long long cars, int depth)
{
  double mean = lane->speed / 2;
  lane->travelled += cars * lane->length;
  counts[depth & 3] += (unsigned)cars;
  if (lane->next)
    mean += cross(lane->next, cars << 30, depth + 1);
  return mean;
}

int main(void)
{
  double total = magic % 10;
  for (int i = 0; i < 4; i++)
    total += cross(lanes, i, 0);
  printf("%g\n", total);
  return 0;
}
