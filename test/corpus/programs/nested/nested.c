/* Functions in functions, as GNU C has them: what is around them is in the stack frame of another one. */
#include <stdlib.h>

static int total = 7;

static void each(int count, void (*visit)(int))
{
  for (int i = 0; i < count; i++)
    visit(i);
}

static int walk(int depth, int unused)
{
  static int walks;
  int seen = depth * 10;
  int total = depth + 100;
  walks++;
  for (int turn = 0; turn < 1; turn++) {
    int weight = depth * 1000;
    void visit(int at)
    {
      int here = at + 1;
      void note(int by)
      {
        seen += by + here;
        total ^= weight;
      }
      note(at * 2);
    }
    if (depth == 1) {
      int seen = -1;
      each(2, visit);
      unused = seen;
    }
    else
      walk(depth - 1, 0);
    visit(turn);
  }
  return seen + total + unused;
}

int main(void)
{
  exit(walk(3, 5) == total);
}
