/*
 * Readings of a meter: the subject of most recordings here. It has a value of
 * every kind that C has, a list through pointers, recursion and shadowing.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum unit { VOLT, AMPERE = 4, OHM };

struct reading {
  uint16_t channel : 6;
  int16_t offset : 5;
  bool over : 1;
  enum unit unit;
  union {
    float volts;
    uint32_t raw;
  } level;
  struct reading *before;
};

typedef int (*rule)(const struct reading *);

static struct reading readings[10];
static double averages[2][3];
const char *const title = "meter one"; /* read-only, as are its letters */
char place[16] = "cellar";
char *owner = place;
int64_t energy = -3;
struct reading *missing;
volatile int sink;
static char history[70000]; /* more than one block holds */

static int isOver(const struct reading *reading)
{
  return reading->over;
}

rule limit = isOver;

static long sum(const struct reading *reading, int depth)
{
  if (!reading)
    return depth;
  return reading->level.raw % 7 + sum(reading->before, depth + 1);
}

static int check(int i, struct reading *reading, float scale)
{
  static int checked = 100;
  int result = ++checked;
  char name[12];
  snprintf(name, sizeof name, "ch%d", i);
  for (int k = 0; k < 2; k++) {
    double result = averages[k][i % 3] + scale * k;
    averages[k][i % 3] = result / 2;
    sink = k;
  }
  reading->over = i % 4 == 3;
  energy += limit(reading) ? -i : (int64_t)i << 33;
  return result + (int)strlen(name);
}

int main(int argc, char **argv)
{
  long total = argc;
  for (int i = 0; i < 10; i++) {
    struct reading *reading = &readings[i];
    reading->channel = i + 50;
    reading->offset = 3 - i;
    reading->unit = i % 3 == 0 ? VOLT : i % 3 == 1 ? AMPERE : OHM;
    reading->level.volts = 1.5f * i - 2;
    reading->before = i % 5 ? reading - 1 : NULL;
    total += check(i, reading, 0.25f);
    total += sum(reading, 0);
    place[5] = 'r' - i;
    memset(history + i * 7000, 'a' + i, 7000);
  }
  printf("%s: %ld\n", title, total + (argv[0] == NULL));
  return 0;
}
