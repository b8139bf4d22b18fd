/* Constructors, declared classes and alias templates, of two units. */
#include "parser.h"

struct {
  int length;
  char text[6];
} input = {5, "12+30"};

struct Latch {
  int owner;
  long since;
} latch;

volatile int ticks;
Lock *volatile lock;
Row *volatile spare;

__attribute__((noinline)) int tick(int n)
{
  ticks = ticks + n;
  return ticks;
}

int main(int argc, char **)
{
  const Row *row = reinterpret_cast<const Row *>(&input);
  Parser parser(row, nullptr);
  lock = reinterpret_cast<Lock *>(&parser);
  return parser.sum(row, lock, spare) + argc == 0;
}
