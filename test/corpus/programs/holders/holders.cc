// Classes of the C++ library that hold a value or stand for one, which gdb's printers for it show.
#include <any>
#include <atomic>
#include <bitset>
#include <compare>
#include <deque>
#include <experimental/optional>
#include <filesystem>
#include <forward_list>
#include <initializer_list>
#include <list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <vector>

struct Pair {
  int first;
  int second;
};

struct Large {
  long numbers[4];
};

static int taken;

__attribute__((noinline)) void look(std::initializer_list<int> list) { taken += list.size(); }

void hold() {
  std::any none;
  std::any number = 42;
  std::any large = Large{{1, 2, 3, 4}};
  std::any several = std::vector<int>{5, 6};
  int row[4] = {1, 2, 3, 4};
  std::span<int> all(row);
  std::span<int, 2> two(row, 2);
  std::bitset<10> flags("1010100101");
  std::bitset<130> wide;
  wide.set(0).set(129);
  std::bitset<0> empty;
  std::atomic<int> counted{3};
  std::atomic<bool> ready{true};
  std::atomic<double> ratio{2.5};
  std::atomic<Pair> both{Pair{1, 2}};
  std::atomic<int *> pointer{row};
  std::strong_ordering less = 1 <=> 2;
  std::strong_ordering equal = 2 <=> 2;
  std::partial_ordering unordered = 0.0 / 0.0 <=> 1.0;
  std::weak_ordering greater = std::weak_ordering::greater;
  std::experimental::optional<int> engaged = 7;
  std::experimental::optional<int> vacant;
  std::vector<std::string> names{"a", "b"};
  auto name = names.begin();
  std::vector<std::string>::iterator nowhere{};
  std::map<int, char> letters{{1, 'x'}};
  auto letter = letters.begin();
  std::set<int> numbers{4};
  auto fourth = numbers.begin();
  std::list<Pair> pairs{{8, 9}};
  auto pair = pairs.begin();
  std::forward_list<int> chain{11};
  auto link = chain.begin();
  std::deque<int> line{12, 13};
  auto second = line.begin() + 1;
  std::filesystem::path path("/tmp/x y");
  std::filesystem::path root("/");
  std::filesystem::path file("file");
  std::error_code failed = std::make_error_code(std::errc::invalid_argument);
  look({7, 8});
  taken += row[0] + names.size();
}

int main() {
  hold();
  return taken == 0;
}
