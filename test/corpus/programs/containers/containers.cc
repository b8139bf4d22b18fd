// What the C++ library keeps values in, as it is and as its pretty printers show it.
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

struct Point {
  int x, y;
};

static int strings(const std::string &given, std::string_view view) {
  std::string empty, small = "small", big(40, 'b');
  std::string escaped = "tab\tquote\"";
  return (int)(given.size() + view.size() + empty.size() + small.size() + big.size() + escaped.size());
}

static int sequences(std::vector<int> numbers) {
  std::vector<Point> points{{1, 2}, {3, 4}};
  std::vector<std::string> words{"one", "two"};
  std::vector<bool> flags{true, false, true};
  std::vector<int> none;
  std::array<int, 3> fixed{7, 8, 9};
  return numbers[0] + points[0].x + (int)words.size() + flags[0] + (int)none.size() + fixed[0];
}

static int associations() {
  std::map<std::string, int> ages{{"ann", 30}, {"bob", 41}};
  std::pair<int, double> pair{1, 2.5};
  std::tuple<int, char, Point> tuple{1, 'c', {5, 6}};
  return ages["ann"] + pair.first + std::get<0>(tuple);
}

static int holders() {
  std::optional<int> some = 5, none;
  std::unique_ptr<Point> unique = std::make_unique<Point>(Point{1, 2}), null;
  std::shared_ptr<int> shared = std::make_shared<int>(6), second = shared;
  std::weak_ptr<int> weak = shared;
  return *some + none.has_value() + unique->x + (null == nullptr) + *second + (int)weak.use_count();
}

int main() {
  int total = strings("given", "a view");
  total += sequences({1, 2, 3, 4});
  total += associations();
  total += holders();
  return total == 0;
}
