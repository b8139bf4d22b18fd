/* Types whose size the program decides, that are too big for a value, or that have no name in C. */
#include <string.h>

struct huge {
  char first[100000];
  long last;
};

struct huge *far;
_Complex float turn = 1;
_Decimal32 price = 12.5DF;

static int measured (int n)
{
  struct row {
    int count;
    int cells[n];
    int after;
  };
  typedef struct row row_t;
  struct table {
    int rows;
    row_t first;
  } table;
  union either {
    int one;
    int many[n];
  } either;
  row_t row;

  memset (&table, 1, sizeof table);
  memset (&either, 2, sizeof either);
  memset (&row, 3, sizeof row);
  return row.after + table.first.count + either.one;
}

int main (void)
{
  return measured (3) == 0 && far && turn == 0 && price == 0;
}
