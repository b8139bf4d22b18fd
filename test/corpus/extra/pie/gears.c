/* A position-independent program that calls a shared object of its own. With -DREBUILT it is what a
   person has after a change: the same functions and lines, at other addresses. */
#include <stdio.h>

int shift(int gear, int revolutions);
const char *gear_name(int gear);

static int travelled;

#ifdef REBUILT
#define CHECK(gear) if (gear < 0 || gear > 3) { fprintf(stderr, "no gear %d\n", gear); return 0; }
#else
#define CHECK(gear)
#endif

static int turn(int gear, int revolutions)
{
  CHECK(gear)
  int geared = shift(gear, revolutions);
  travelled += geared;
  return geared;
}

static int drive(int minutes)
{
  int total = 0;
  for (int i = 0; i < minutes; i++) {
    int gear = i % 4;
    total += turn(gear, 100 * (i + 1));
  }
  return total;
}

int main(void)
{
  int total = drive(6);
  printf("%s %d %d\n", gear_name(1), total, travelled);
  return 0;
}
