/* What happens where only a part was collected: members, elements, a piece of the stack, registers, nothing. */
#include <stdlib.h>

struct inner {
  int a, b;
  char text[8];
};

struct record {
  int x, y;
  struct inner in;
  int list[10];
  struct record *next;
  const char *name;
  unsigned low : 4, high : 12;
  double ratio;
};

union both {
  long whole;
  int halves[2];
};

volatile int sink;
int numbers[300];
char letters[300];
struct record global = {1, 2, {3, 4, "text"}, {10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, &global, "global", 5, 6, 0.5};
struct record array[3] = {{1}, {2}, {3}};
union both united = {0x100000002};
long long wide = 0x1122334455667788;
double real = 2.5;
float _Complex complicated = 1.5f;
enum { OFF, ON } state = ON;
int *pointer = &numbers[2];
const char *name = "constant";
char *heap;
const int fixed = 77;

static int deepest(struct record *record, int n, const char *text) {
  struct record copy = *record;
  int local = n * 2;
  int sums[6] = {n, n + 1, n + 2, n + 3, n + 4, n + 5};
  char word[12] = "word";
  sink++;                       /* nothing but registers */
  sink += copy.x;               /* members and elements */
  sink += local;                /* arguments */
  sink += sums[0] + word[0];    /* locals */
  sink += text[0];              /* a little of the stack */
  sink += 2;                    /* a little more of it */
  sink += 3;                    /* all but the registers */
  sink += 4;                    /* strings */
  return sink;
}

static int middle(int n, struct record by_value) {
  int kept = n + by_value.y;
  int result = deepest(&by_value, kept, "passed");
  return result + kept;
}

int main(void) {
  for (int i = 0; i < 300; i++) {
    numbers[i] = i / 100;
    letters[i] = (char)('a' + i / 150);
  }
  heap = calloc(1, 16);
  int total = middle(3, global);
  exit(total == 0);
}
