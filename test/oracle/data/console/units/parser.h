#pragma once
struct Lock;

/* A line of input, with its text behind it. */
struct Row {
  int length;
  char text[];
};

template <class T> struct Same { using type = T; };
template <class T> using same_t = typename Same<T>::type;

template <class Value, class Order> class Table {
public:
  typedef Order order_type;
  typedef Value value_type;
  Table(const Table &other, const same_t<Order> &order);
  Table() : first(), order() {}
  int compare(const same_t<Order> &other, order_type own, same_t<Value> value) const;
  Value first;
  Order order;
};

struct Less { int by; };
struct More { int by; };

class Parser {
public:
  Parser(const Row *input, Lock *lock);
  int sum(const Row *row, Lock *lock, Row *spare);
  Table<int, Less> table;
  Table<long, More> other;
  int depth;
};

int tick(int);
