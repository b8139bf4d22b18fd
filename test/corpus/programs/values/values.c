/* Variables of every type that C has, as locals, arguments and globals. */
#include <complex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>
#include <wchar.h>

typedef int lanes __attribute__((vector_size(16)));
typedef unsigned char byte;
typedef byte digest[20];
typedef int (*compare)(const void *, const void *);

enum colour { RED, GREEN = 5, BLUE };
enum flags { NONE = 0, READ = 1, WRITE = 2, RUN = 4, ALL = 7 };
enum { LIMIT = 42 } anonymous = LIMIT;
enum signs { BELOW = -1, ABOVE = 1 };

struct point {
  int x, y;
};

struct packed {
  char tag;
  int value;
  short tail;
} __attribute__((packed));

struct bits {
  unsigned int low : 3;
  int negative : 5;
  _Bool on : 1;
  enum colour colour : 4;
  unsigned long long wide : 40;
  int : 0;
  signed char last : 2;
};

union number {
  int whole;
  float real;
  unsigned char bytes[4];
};

struct node {
  struct node *next;
  const char *name;
  struct point at[2];
  union {
    int left;
    float right;
  };
  struct {
    char deep;
  } inner;
};

struct opaque;

struct flexible {
  int count;
  short items[];
};

int global = 17;
static const char *const words[] = {"one", "two", "a \"quoted\"\tline\n", NULL};
static struct point origin = {-1, -2};
static struct node second = {NULL, "second", {{5, 6}, {7, 8}}, {.right = 1.5f}, {'z'}};
static struct node first = {&second, "first", {{1, 2}, {3, 4}}, {.left = 9}, {'y'}};
double ratios[3] = {0.5, 1e300, -0.0};
static long table[260];
static struct flexible flexible = {2, {11, 12}};
struct opaque *nowhere;

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int integers(signed char a, unsigned short b, long c, unsigned long long d) {
  char letter = 'x', newline = '\n', high = '\351', nul = '\0';
  unsigned char small = 200;
  short s = -300;
  unsigned int u = 4000000000u;
  long long ll = -9000000000000000000LL;
  __int128 huge = ((__int128)1 << 100) + 5;
  unsigned __int128 uhuge = ~(unsigned __int128)0;
  _Bool yes = 1, no = 0;
  size_t size = sizeof(huge);
  int8_t i8 = -8;
  uint8_t u8 = 65;
  int64_t i64 = INT64_MIN;
  wchar_t wide = L'\u03a9';
  char16_t c16 = u'\u00e9';
  char32_t c32 = U'\U0001f600';
  return letter + newline + high + nul + small + s + (int)u + (int)ll + (int)huge + (int)uhuge + yes + no +
         (int)size + i8 + u8 + (int)i64 + (int)wide + c16 + (int)c32 + a + b + (int)c + (int)d;
}

static double floats(float a, double b, long double c) {
#ifndef __clang__
  _Float16 half = 1.5f16;
  _Decimal64 decimal = 1.25DD;
  (void)half, (void)decimal;
#endif
  float tiny = 1e-45f, third = 1.0f / 3;
  double whole = 100, nan = __builtin_nan(""), infinite = -__builtin_inf(), big = 1.2345678901234567e+100;
  long double longer = 1.0L / 3;
  __float128 quad = 2.5Q;
  float _Complex cf = 1.0f - 2.0f * I;
  double _Complex cd = 3.5 + 4.0 * I;
  return tiny + third + whole + nan + infinite + big + (double)longer + (double)quad + crealf(cf) + creal(cd) + a +
         b + (double)c;
}

static int arrays(int rows[2][3], char text[16]) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  char word[8] = "abc", full[4] = {'f', 'u', 'l', 'l'}, blanks[16] = "", line[12] = "tab\tnew\n\1";
  unsigned char octets[6] = {0, 1, 127, 128, 255, 65};
  digest sum = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  wchar_t wide[4] = L"w\u00e9";
  char16_t utf16[4] = u"ab";
  int many[30] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 2, 3};
  struct point points[3] = {{1, 2}, {1, 2}, {3, 4}};
  float halves[4] = {0.5f, 0.5f, 1, -2.25f};
  lanes vector = {1, 2, 3, 4};
  const char *names[3] = {"x", NULL, "zz"};
  char long_text[240];
  int none[0];
  for (int i = 0; i < 239; i++) long_text[i] = (char)('a' + i % 26);
  long_text[239] = 0;
  return grid[1][2] + cube[1][1][1] + word[0] + full[0] + blanks[0] + line[0] + octets[1] + sum[0] + (int)wide[0] +
         utf16[0] + many[0] + points[2].y + (int)halves[3] + vector[0] + *names[0] + rows[0][0] + text[0] +
         long_text[1] + (int)sizeof none;
}

static int records(struct point p, struct node *list, union number either) {
  struct packed packed = {'p', 0x01020304, -2};
  struct bits bits = {5, -3, 1, GREEN, 0xffffffffffULL, -1};
  struct node copy = *list;
  struct point *where = &p;
  enum colour colour = BLUE, odd = (enum colour)3;
  enum flags none = NONE, some = READ | RUN, unknown = (enum flags)(READ | 64);
  enum signs sign = BELOW;
  struct point pairs[2] = {{1, -1}, {2, -2}};
  struct point const *const fixed = &origin;
  return packed.value + bits.negative + copy.left + where->x + (int)colour + (int)odd + (int)none + (int)some +
         (int)unknown + (int)sign + pairs[1].y + fixed->x + either.whole;
}

static int pointers(void *anything, compare order, struct opaque *hidden) {
  int value = 3, *direct = &value, **twice = &direct, *null = NULL;
  const char *text = words[2], *inside = words[0] + 1;
  char buffer[6] = "stack", *start = buffer;
  int (*row)[3] = NULL;
  int (*function)(const void *, const void *) = by_value;
  compare table_of[2] = {by_value, NULL};
  void (*nothing)(void) = NULL;
  struct node *chain = &first;
  volatile int changing = 6;
  const volatile long both = 7;
  _Atomic int atomic = 8;
  double *into = &ratios[1];
  int *restrict only = &global;
  unsigned char *octets = (unsigned char *)buffer;
  const wchar_t *wide = L"wide";
  return *direct + **twice + *text + *inside + *start + order(&value, *twice) + function(&value, direct) +
         (table_of[1] != NULL) + (nothing != NULL) + chain->left + changing + (int)both + atomic + (int)*into +
         (null == NULL) + (row == NULL) + (hidden == NULL) + (anything == NULL) + *only + *octets + (int)*wide;
}

static int shadows(int depth) {
  static int calls = 100;
  register int fast = depth * 2;
  int value = 1;
  calls++;
  {
    int value = 2, inner = 20;
    {
      double value = 3.5;
      int innermost = inner + (int)value;
      fast += innermost;
    }
  }
  return fast + value + calls;
}

int main(void) {
  int rows[2][3] = {{10, 20, 30}, {40, 50, 60}}, total = 0;
  char text[16] = "argument";
  for (int i = 0; i < 260; i++) table[i] = i < 210 ? 4 : i;
  total += integers(-1, 65535, -123456789012L, ~0ull);
  total += (int)floats(0.1f, 0.1, 0.1L);
  total += arrays(rows, text);
  total += records(origin, &first, (union number){.real = 1.0f});
  total += pointers(&total, by_value, nowhere);
  total += shadows(4) + flexible.items[1];
  return total == LIMIT;
}
