/* A second unit, with a static function of a name that the first unit has too. */
extern int choose(int n);

static int __attribute__((noinline)) twice(int n)
{
  return choose(n) + choose(n + 1);
}

int other(int n)
{
  return twice(n) - n;
}
