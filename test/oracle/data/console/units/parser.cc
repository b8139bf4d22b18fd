#include "parser.h"

Parser::Parser(const Row *input, Lock *lock) : depth(tick(input->length))
{
  depth += tick(depth);
}

__attribute__((noinline)) int Parser::sum(const Row *row, Lock *lock, Row *spare)
{
  int found = lock ? row->length : spare->length;
  found += tick(found);
  depth = found;
  return tick(found);
}
