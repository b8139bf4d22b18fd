/* Pointers to what has no address, and parameters that the compiler took away (gcc -O2). */
struct pair { int low, high; };
volatile int sink;
int seen[4];

__attribute__((noinline)) void probe (int n) { sink = n; __asm__ volatile ("" ::: "memory"); }

static inline int reach (struct pair *p, int *q)
{
  probe (p->low);
  return p->high + *q;
}

__attribute__((noinline)) int scan (int a, int b)
{
  struct pair span = { a + 1, b + 2 };
  int step = a - b;
  int *bystep = &step;
  int **twice = &bystep;
  struct pair *where = &span;
  int result = reach (where, bystep);
  probe (result);
  return result + **twice;
}

static __attribute__((noinline)) int taken (int used, int unused, int fixed)
{
  int local = unused + 1;
  probe (used + fixed);
  return used * 2;
}

__attribute__((noinline)) int give (int a, int b)
{
  int r = taken (a, b * 3, 7);
  probe (r);
  return r + b;
}

int main (int argc, char **argv)
{
  int total = scan (argc + 4, 3);
  total += give (argc + 10, argc + 20);
  probe (total);
  return 0;
}
