/* A shared object with tracepoints of its own. */
static const char *const names[] = {"neutral", "first", "second", "third"};
static int shifts;

static int ratio(int gear)
{
  int tenths = 0;
  switch (gear) {
  case 1: tenths = 36; break;
  case 2: tenths = 21; break;
  case 3: tenths = 14; break;
  }
  return tenths;
}

const char *gear_name(int gear)
{
  return names[gear & 3];
}

int shift(int gear, int revolutions)
{
  int geared = ratio(gear) == 0 ? 0 : revolutions * 10 / ratio(gear);
  shifts++;
  return geared;
}
