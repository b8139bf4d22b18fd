/* The shared object that harbour calls. */
#include "gauge.h"

int gauge_readings = 5;
static double scale = 0.5;

static double scaled(const struct gauge *gauge, int level) {
  double result = level * scale + gauge->levels[1];
  return result;
}

int gauge_read(struct gauge *gauge, int level) {
  double before = scaled(gauge, level);
  gauge->levels[0] = before;
  gauge_readings++;
  int warned = gauge->warn(gauge, level);
  return warned + (int)before;
}
