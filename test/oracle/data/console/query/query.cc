// Constructors and member functions as clang describes them where it also inlined them.
#include <cstdio>

namespace shop
{
typedef char letter;
typedef const letter *text;

class Query
{
public:
  Query(const letter *words, int limit);
  Query(Query &&other);
  int limit() const { return _limit; }
  text words() const { return _words; }

private:
  const letter *_words;
  int _limit;
};

Query::Query(const letter *words, int limit) : _words(words), _limit(limit)
{
  if (limit < 0)
    _limit = 0;
}

Query::Query(Query &&other) : _words(other._words), _limit(other._limit)
{
  other._words = 0;
}

int (Query::*volatile chosen)() const = &Query::limit;
text (Query::*volatile told)() const = &Query::words;

__attribute__((noinline)) int asked(const Query &query)
{
  return (query.*chosen)() + (query.*told)()[0] + query.limit();
}
} // namespace shop

int main(int argc, char **)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    {
      shop::Query query("tea", i + argc);
      sum += shop::asked(query);
    }
  printf("%d\n", sum);
  return 0;
}
