/* A short tour of C for every compiler and every form of debugging information. */
#include <stdlib.h>
#include <string.h>

#define noinline __attribute__((noinline))

typedef struct shape shape;
typedef double (*area_of)(const shape *);
enum kind { SQUARE, CIRCLE, LINE = 10 };

struct shape {
  enum kind kind;
  const char *name;
  union {
    double side;
    struct {
      float radius;
      short rim;
    } circle;
  } size;
  unsigned visible : 1, layer : 4;
  signed int offset : 5;
  area_of area;
  shape *next;
};

struct small {
  char tag;
  long long value;
};

static double square_area(const shape *s) { return s->size.side * s->size.side; }
static double circle_area(const shape *s) { return 3.0 * s->size.circle.radius * s->size.circle.radius; }

static shape circle = {CIRCLE, "circle", {.circle = {1.5f, 3}}, 0, 9, -7, circle_area, NULL};
static shape square = {SQUARE, "square", {.side = 2.5}, 1, 5, 7, square_area, &circle};
int limits[2][3] = {{1, 2, 3}, {-4, -5, -6}};
const char title[] = "tour";
volatile int sink;
static unsigned long long ticks;

static inline int twice(int value) {
  int doubled = value * 2;
  sink = doubled;
  return doubled;
}

noinline static double total_area(const shape *list, int *count) {
  double total = 0;
  for (const shape *each = list; each; each = each->next) {
    double area = each->area(each);
    total += area;
    ++*count;
    sink = (int)total;
  }
  return total;
}

noinline static int sum(const int *numbers, size_t length, struct small extra) {
  int result = extra.tag;
  for (size_t i = 0; i < length; i++) {
    int part = numbers[i] + twice((int)i);
    result += part;
    ticks++;
  }
  return result + (int)extra.value;
}

noinline static int down(int depth, char mark) {
  char text[8] = {mark, mark, mark, 0};
  int local = depth * 10;
  if (depth == 0) {
    sink = local + text[1];
    return sink;
  }
  int below = down(depth - 1, (char)(mark + 1));
  return below + local + (int)strlen(text);
}

noinline static int lengths(int n) {
  int squares[n];
  char grid[2][n + 1];
  for (int i = 0; i < n; i++) {
    squares[i] = i * i;
    grid[0][i] = (char)('a' + i);
    grid[1][i] = (char)('A' + i);
  }
  grid[0][n] = grid[1][n] = 0;
  sink = squares[n - 1] + grid[0][0] + grid[1][0];
  return sink;
}

int main(int argc, char **argv) {
  int count = 0;
  double area = total_area(&square, &count);
  int result = sum(&limits[0][0], 6, (struct small){'t', 1LL << 40});
  result += down(3, 'p');
  result += lengths(4);
  {
    static int inner = 4;
    int area = inner + count;
    sink = area;
    result += sink;
  }
  sink = result + (int)area + argc;
  exit(sink == 0);
}
