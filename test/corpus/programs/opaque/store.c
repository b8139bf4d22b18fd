/* What opaque.c only declares. */
#include <stdlib.h>

struct label {
  char text[4];
  struct shelf *on;
};

struct shelf {
  int size;
  double weight;
  struct label label;
  struct {
    int x, y;
  } at;
};

enum colour { RED, GREEN = 5 };
struct customer;

struct shelf front = { 42, 1.5, { "abc", &front }, { 1, 2 } };

static enum colour paint(enum colour *colour, int)
{
  return *colour;
}

enum colour (*painter)(enum colour *, int) = paint;

struct shelf *make_shelf(int size)
{
  struct shelf *shelf = calloc(4, sizeof *shelf);
  shelf->size = size;
  shelf->weight = size * 1.5;
  shelf->label.text[0] = 'x';
  shelf->label.on = &front;
  shelf[1].size = 10 * size;
  return shelf;
}

int each_label(const struct shelf *shelf, int (*what)(struct label *, const char *), ...)
{
  return what((struct label *)&shelf->label, "each");
}

void visit(struct customer *customer, struct shelf *shelf)
{
  shelf->at.x = customer != 0;
}
