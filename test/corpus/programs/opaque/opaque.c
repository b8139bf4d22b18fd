/* Types that this unit only declares, as C libraries do it: store.c says what they are made of. */
#include <stdio.h>

struct shelf;
struct label;
typedef struct shelf Shelf;
enum colour;

struct customer {
  struct shelf *first;
  Shelf *second;
  const struct shelf *third;
  struct label *labels[2];
  int count;
};

Shelf *make_shelf(int size);
void visit(struct customer *customer, Shelf *shelf);
int each_label(const Shelf *, int (*)(struct label *, const char *), ...);
extern struct shelf front;
extern enum colour (*painter)(enum colour *, int);

Shelf *current;
typedef int (*handler)(char *, ...);
handler report = (handler)printf;
int (*unprototyped)();
static int ignore(struct label *, const char *);

static int ignore(struct label *label, const char *)
{
  return label != 0;
}

static int (*ignorers[2])(struct label *, const char *) = { ignore, ignore };

int main(void)
{
  struct customer customer = { make_shelf(3), make_shelf(4), make_shelf(5), { 0, 0 }, 7 };
  Shelf *shelf = customer.first;
  struct shelf **handle = &shelf;

  current = shelf;
  visit(&customer, *handle);
  return each_label(&front, ignorers[1], 1, 2);
}
