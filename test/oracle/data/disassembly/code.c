// Code of many kinds, compiled for every architecture by record.py: its instructions are what matters, not what it does.
typedef __SIZE_TYPE__ size_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;

typedef struct {
  int a;
  short b;
  char c;
  double d;
  float f;
  long long q;
} fields;

int table[64];
double doubles[32];
float floats[32];
volatile int flag;

__attribute__((noinline)) int other(int a, ...) { return table[a & 63]; }

int choose(int x, int y) {
  switch (x) {
    case 0: return y + 1;
    case 1: return y * 7;
    case 2: return y / 3;
    case 3: return y % 10;
    case 4: return other(y);
    case 5: return -y;
    case 6: return ~y;
    case 7: return y << 3;
    case 8: return y >> x;
    case 9: return other(y, 3, 4, 5, 6, 7, 8, 9);
    default: return 0;
  }
}

uint64_t hash(uint64_t h, const unsigned char *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    h ^= p[i];
    h *= 0x100000001b3ull;
    h = (h << 13) | (h >> 51);
  }
  return h;
}

double real(double a, double b, float c, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a * doubles[i & 31] + b;
    if (s > c) s -= (double)floats[i & 31];
    else s = __builtin_sqrt(s) * -a;
  }
  return s + (double)(long)a + (float)n + 0.25 * b;
}

int mixed(fields *s, int n) {
  int r = 0;
  while (n--) {
    r += s->a;
    r -= s->b;
    r ^= s->c;
    r |= (int)s->d;
    r &= (int)s->f;
    r += s->q;
    s++;
  }
  return r;
}

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int recurse(void) { return fib(flag); }

void copy(char *d, const char *s, size_t n) {
  while (n--) *d++ = *s++;
}

long long divide(long long a, long long b) { return a * b + a / (b | 1) + a % (b | 1); }
unsigned bits(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_ctz(x | 1); }
uint32_t swap(uint32_t x) { return __builtin_bswap32(x); }
uint64_t swapLong(uint64_t x) { return __builtin_bswap64(x); }

int atomic(int *p, int v) {
  __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
  int e = v;
  __atomic_compare_exchange_n(p, &e, v + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return __atomic_load_n(p, __ATOMIC_ACQUIRE) + e;
}

int compare(int a, int b, int c, unsigned d) {
  int r = 0;
  if (a < b && (unsigned)c != d) r = 1;
  if (a >= c || b == 3) r += 2;
  return r + (a < b ? c : b) + (d > 7u);
}

void vector(float *restrict a, float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] * b[i] + 2.0f;
}

int _start(void) { return choose(flag, 1) + recurse() + mixed((fields *)table, 3); }
