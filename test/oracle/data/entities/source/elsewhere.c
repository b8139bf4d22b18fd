/* What everything.c only declares. */
struct later {
  double value;
  struct later *more;
};
enum color { RED, GREEN = 5, BLUE, NEGATIVE = -7 };
static struct later first = {1.5};
struct later *elsewhere = &first;
static int hidden = 11;
int seen(enum color color) { return color == BLUE ? hidden : 0; }
