// What one unit declares and the other defines, and a class in a function of C.
#include "apart.h"

struct logger_t { const apart::Policy *policy; };
logger_t logger;
apart::Deleter<const apart::Policy> deleter;
apart::Deleter<apart::Policy> other;
extern const char quotes[24] = "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"";
extern const char apostrophes[24] = "a''''''''''''''''''''''";

template <typename T> struct Box {
  struct Node { T value; Node *next; };
  T first; Box<T> *next; T many[2]; T *last;
  Node node;
};
Box<char16_t> short_units;
Box<char32_t> long_units;
Box<char8_t> bytes;
Box<wchar_t> wide;
Box<decltype (nullptr)> nothing;

static int twice (int value) { return 2 * value; }

extern "C" int walk (int start, int (*next) (int))
{
  class Summed : public apart::Sink {
  public:
    int sum = 0;
    int (*next) (int);
    int put (int value) override { return sum += next (value); }
  };
  Summed summed;
  summed.next = next;
  apart::feed (summed, start);
  return summed.sum + apart::feed (summed, start + 1);
}

int main ()
{
  return walk (3, twice) + apart::weigh (logger.policy) == 0;
}
