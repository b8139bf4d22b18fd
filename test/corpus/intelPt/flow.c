// What a recorded flow can be: branches, calls of every kind, recursion deeper than a processor's
// return stack, a signal.
#define CALL __attribute__((noinline))

typedef long (*Function)(long);

CALL long twice(long x) { return x + x; }
CALL long odd(long x) { return x & 1 ? 3 * x + 1 : x / 2; }
CALL long deep(long n) { return n == 0 ? 1 : 1 + deep(n - 1); }

CALL long choose(long x)
{
  switch (x & 7) {
  case 0: return x + 1;
  case 1: return twice(x);
  case 2: return x - 7;
  case 3: return odd(x);
  case 4: return x ^ 5;
  case 5: return x << 2;
  case 6: return -x;
  default: return 0;
  }
}

static Function functions[] = {twice, odd, choose};
static volatile long handled;

static void handler(int number) { handled += number; }
__asm__(".text\nrestore: mov $15, %eax\nsyscall\n");
extern void restore(void);

static long kernel(long number, long a, long b, long c, long d)
{
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
  return result;
}

CALL long interrupted(void)
{
  struct { void (*handler)(int); unsigned long flags; void (*restorer)(void); unsigned long mask; }
  action = {handler, 0x04000000, restore, 0};
  kernel(13, 10, (long)&action, 0, 8);
  kernel(62, kernel(39, 0, 0, 0, 0), 10, 0, 0);
  return handled;
}

CALL long flow(void)
{
  long sum = 0;
  for (long i = 0; i < 24; i++)
    sum += choose(i) + functions[i % 3](sum);
  sum += deep(80);
  return sum;
}

CALL long signals(void) { return interrupted() + twice(handled); }

void _start(void)
{
  long result = flow() + signals();
  kernel(60, result & 1, 0, 0, 0);
}
