// What gdb 13 reads in another way than C++ does, and names that its parser refuses.
#include "shape.h"

typedef int *cursor;
typedef decltype (nullptr) none;
none nothing;
unsigned __int128 wide = 7;

namespace { struct Hidden { int secret; } hidden = {42}; }

static int pick () { return hidden.secret; }

struct Caller { int (Shape::*call) () const; int (Shape::*none) () const; int Shape::*side; };
Caller caller = {&Shape::corners, nullptr, &Shape::sides};

struct Box { int width; int *data; };

template <typename... Parts> struct Chain { Box *owner; int length; Chain *self () { return this; } };

template <typename Visitor, typename What>
__attribute__ ((noinline)) int visit (Visitor &&visitor, const Chain<What> &chain)
{
  auto *kept = &chain;
  return visitor (kept->length);
}

__attribute__ ((noinline)) int visited (const Chain<const Box &> &chain)
{
  struct Local {
    struct Deep { int x; };
    enum { low, high = 7 };
    typedef int Number;
    Number y;
  } made = {Local::high};
  int first = made.y, second = first + 1, third = second;
  auto add = [] (auto number) { return number + 1; };
  Chain<const Box, decltype (add)> local = {nullptr, chain.length};
  return visit (add, Chain<Box>{chain.owner, local.self ()->length});
}

__attribute__ ((noinline)) int followed (int &number, cursor &next, Box &&box, const Shape &shape)
{
  return number + *next + box.width + shape.corners ();
}

int main ()
{
  int number = 3;
  cursor next = &number;
  Shape shape;
  int sum = followed (number, next, Box{4, next}, shape);
  sum += visited (Chain<const Box &>{nullptr, 5});
  return sum + pick () + other () == 0;
}
