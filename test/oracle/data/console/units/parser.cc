#include "parser.h"

struct Latch;

Parser::Parser(const Row *input, Lock *lock) : depth(tick(input->length))
{
  depth += tick(depth);
}

__attribute__((noinline)) int Parser::sum(const Row *row, Lock *lock, Row *spare)
{
  extern Latch latch;
  int found = lock != reinterpret_cast<Lock *>(&latch) ? row->length : spare->length;
  found += tick(found);
  depth = found;
  return tick(found);
}
