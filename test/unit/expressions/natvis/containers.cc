// Containers of libstdc++, and classes that only a Natvis file knows how to show.
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace shapes {
struct Point {
  int x, y;
};
enum Kind { circle, square };
struct Shape {
  Kind kind;
  double size;
  Point *at;
};
struct Named : Shape {
  const char *name;
};
template <int Rows, int Columns> struct Matrix {
  int cells[Rows * Columns];
};
struct Node {
  int value;
  Node *next;
};
struct Ring {
  Node *first;
};
struct Leaf {
  int value;
  Leaf *left, *right;
};
struct Tree {
  Leaf *root;
  long count;
};
struct Text {
  unsigned length : 8;
  unsigned used : 8;
  char16_t *data;
};
struct Itself {
  int depth;
};
template <class T> struct Handle {
  T *held;
};
} // namespace shapes

volatile int sink;
__attribute__((noinline)) void probe(int n) { sink = n; }

int fill(int n) {
  std::string word = "short";
  std::string text = "a text that is longer than what fits into the object itself";
  std::string nothing;
  std::vector<int> numbers = {n, n + 1, n + 2};
  std::vector<std::string> words = {"one", "two"};
  std::vector<int> empty;
  std::deque<long> queue = {4, 5, 6};
  std::deque<long> long_queue;
  for (long i = 0; i < 100; i++) long_queue.push_back(i);
  std::list<int> chain = {7, 8};
  std::list<int> no_chain;
  std::map<std::string, int> ages = {{"ann", 30}, {"bob", 40}, {"cat", 50}};
  std::set<double> reals = {1.5, 0.5, 2.5};
  std::unordered_map<int, char> codes = {{1, 'a'}};
  std::unordered_set<long> hashes = {77};
  std::unique_ptr<int> owner(new int(n));
  std::unique_ptr<int> none;
  std::shared_ptr<int> shared = std::make_shared<int>(n), again = shared;
  std::shared_ptr<int> hollow;
  std::optional<int> maybe = n;
  std::optional<std::string> not_here;
  std::pair<int, bool> couple = {n, true};
  shapes::Point origin = {1, 2};
  shapes::Shape shape = {shapes::square, 2.5, &origin};
  shapes::Named named;
  named.kind = shapes::circle;
  named.size = 1;
  named.at = nullptr;
  named.name = "sun";
  shapes::Matrix<2, 3> matrix = {{1, 2, 3, 4, 5, 6}};
  shapes::Node third = {3, nullptr}, second = {2, &third}, first = {1, &second};
  third.next = &first;
  shapes::Ring ring = {&first}, no_ring = {nullptr};
  shapes::Leaf low = {1, nullptr, nullptr}, high = {3, nullptr, nullptr}, middle = {2, &low, &high};
  shapes::Tree tree = {&middle, 3};
  shapes::Tree damaged = {&middle, 1000000000000};
  char16_t letters[] = u"wide";
  shapes::Text wide = {4, 2, letters};
  shapes::Itself itself = {n};
  shapes::Handle<shapes::Point> handle = {&origin};
  shapes::Handle<shapes::Point> lost = {(shapes::Point *)16};
  probe(n);
  return int(word.size() + text.size() + nothing.size() + numbers.size() + words.size() + empty.size() + queue.size() +
             long_queue.size() + chain.size() + no_chain.size() + ages.size() + reals.size() + codes.size() +
             hashes.size() + *owner + (none ? 1 : 0) + *shared + again.use_count() + (hollow ? 1 : 0) + *maybe +
             not_here.has_value() + couple.first + shape.kind + named.kind + matrix.cells[0] + ring.first->value +
             (no_ring.first != nullptr) + tree.count + damaged.count + wide.used + itself.depth + handle.held->x +
             (lost.held != nullptr));
}

int main(int argc, char **) { return fill(argc + 4); }
