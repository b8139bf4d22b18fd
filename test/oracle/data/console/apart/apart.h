extern "C" {
typedef struct logger_t logger_t;
int walk (int start, int (*next) (int));
}

namespace apart {

class Policy;

struct Sink {
  virtual int put (int value) = 0;
  virtual ~Sink ();
};

template <typename T> struct Deleter {
  void operator() (const T *object) const;
};

struct Group {
  Group (int size);
  Group (int size, bool counted);
  int size;
};

int feed (Sink &sink, int value);
int weigh (const Policy *policy);

}
