/* A type of every kind that C has, variables of them, and functions with blocks in blocks. */
typedef unsigned long size;
typedef enum { OFF, ON } power;
enum color { RED, GREEN = 5, BLUE, NEGATIVE = -7 };
enum flags { READ = 1, WRITE = 2, EXECUTE = 4 };
enum wide { NARROW = 1, WIDEST = 0x7fffffffffffffffLL };
struct later;
struct point {
  int x, y;
  struct point *next;
};
union number {
  char bytes[8];
  double real;
  struct {
    short low;
    int high;
  } parts;
};
struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned c : 24;
  unsigned char d : 1;
  unsigned short e : 9;
  long long f : 40;
  _Bool g : 1;
  enum flags h : 4;
  unsigned long long i : 33;
  char j;
  unsigned k : 31;
};
struct packed {
  char a;
  int b : 7;
  int c : 26;
  long long d;
} __attribute__((packed));
struct mixed {
  power state;
  union {
    int whole;
    float part;
  };
  struct {
    int left, right;
  };
  struct point at, *where;
  int (*call)(struct mixed *, char, ...);
  const char *const name;
  volatile int *restrict port;
  _Bool truth;
  signed char tiny;
  unsigned short small;
  float single;
  long double big;
  _Complex double complex;
  int grid[2][3][4];
  struct later *opaque;
  enum color paint;
  int rest[];
};
#ifdef __SIZEOF_INT128__
__int128 huge = 1;
unsigned __int128 unsignedHuge;
#endif
typedef int four __attribute__((vector_size(16)));
typedef double (*function)(int, struct point *);
typedef struct point points[3];
four lanes = {1, 2, 3, 4};
function table[2];
points corners;
struct mixed everything = {.name = "gp"};
struct bits bits = {1, -2, 3};
struct packed packed;
union number number;
enum wide wide;
power switched;
static size hidden = 7;
const volatile int constant = 9;
char text[] = "text";
int nothing[0];
_Complex float pair;
_Atomic int atomic;
void *anything;
int (*(*twice)(int))[5];
extern struct later *elsewhere;
int shared = 3;

int sum(int count, const int *values) {
  static int calls;
  int total = 0;
  calls++;
  for (int i = 0; i < count; i++) {
    int value = values[i];
    total += value;
    {
      int total = value * 2;
      shared += total;
    }
  }
  return total + (int)hidden + (elsewhere != 0);
}

int variable(int length, struct point where) {
  enum local { HERE = 3, THERE };
  struct inside {
    int depth;
    enum local at;
  } inside = {length, THERE};
  int array[length];
  int rows[2][length];
  extern int shared;
  for (int i = 0; i < length; i++) array[i] = where.x + i;
  rows[1][0] = inside.depth;
  return sum(length, array) + rows[1][0] + shared;
}

static inline __attribute__((always_inline)) int doubled(int value, int unused) {
  int result = value * 2;
  int gone = unused * 3;
  {
    int deep = result + 1;
    shared = deep;
  }
  return result;
}

__attribute__((noinline)) static int leaf(int first, int second, int ignored) {
  int product = first * second;
  return product + shared;
}

__attribute__((noinline)) int optimized(int n, int m) {
  const int fixed = 42;
  int never = m * 4;
  int u = doubled(n, m);
  u += leaf(7, n + 1, m);
  if (u > 10) {
    int v = doubled(u, 1);
    u += leaf(v, fixed, 2);
  }
  return u;
}

int tail(int n) { return leaf(n, 3, 4); }

int main(void) {
  struct point p = {1, 2, 0};
  int values[3] = {1, 2, 3};
  return variable(3, p) + optimized(2, 3) + tail(sum(3, values));
}

void *memset(void *to, int value, __SIZE_TYPE__ size) {
  char *at = to;
  while (size--) *at++ = value;
  return to;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  char *at = to;
  for (const char *next = from; size--;) *at++ = *next++;
  return to;
}
