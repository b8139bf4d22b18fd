/* Laid out as a kernel is: high addresses, code for start-up apart, per-processor data at 0. It never runs. */
static int ticks __attribute__((section(".data..percpu")));
static int jiffies = 7;
static const int limits[] = {10, 20, 30};

__attribute__((noinline)) static int clamp(int value)
{
  return value > limits[2] ? limits[2] : value;
}

int schedule(int next)
{
  ticks += clamp(next);
  jiffies++;
  return ticks;
}

int __attribute__((section(".init.text"))) start_kernel(void)
{
  int total = 0;
  for (int i = 0; i < 3; i++)
    total += schedule(i);
  return total;
}
