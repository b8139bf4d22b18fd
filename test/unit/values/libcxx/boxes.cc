// Containers of libc++, and those of libstdc++ that hold one value of any kind.
#include <any>
#include <array>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

volatile int sink;
__attribute__((noinline)) void probe(int n) { sink = n; }

int fill(int n) {
  std::string word = "short";
  std::string text = "a text that is longer than what fits into the object itself";
  std::string nothing;
  std::wstring wide = L"wide";
  std::string_view view = text;
  std::vector<int> numbers = {n, n + 1, n + 2};
  std::vector<std::string> words = {"one", "two"};
  std::vector<bool> bits = {true, false, true};
  std::vector<int> empty;
  std::array<short, 3> fixed = {1, 2, 3};
  std::deque<long> queue = {4, 5, 6};
  std::list<int> chain = {7, 8};
  std::forward_list<char> forward = {'x', 'y'};
  std::map<std::string, int> ages = {{"ann", 30}, {"bob", 40}};
  std::set<double> reals = {1.5, 0.5};
  std::multimap<char, short> letters = {{'a', 1}, {'a', 2}};
  std::unordered_map<int, char> codes = {{1, 'a'}};
  std::unordered_set<long> hashes = {77};
  std::unique_ptr<int> owner(new int(n));
  std::unique_ptr<int> none;
  std::shared_ptr<int> shared = std::make_shared<int>(n), again = shared;
  std::weak_ptr<int> weak = shared;
  std::shared_ptr<int> hollow;
  std::optional<int> maybe = n;
  std::optional<std::string> not_here;
  std::variant<int, std::string, double> choice = std::string("chosen");
  std::tuple<int, char, double> triple = {n, 'c', 2.5};
  std::pair<int, bool> couple = {n, true};
  std::any anything = n;
  std::any nothing_at_all;
  std::function<int(int)> call = [n](int x) { return x + n; };
  probe(n);
  return int(numbers.size() + words.size() + bits.size() + empty.size() + fixed.size() + queue.size() + ages.size() +
             reals.size() + letters.size() + codes.size() + hashes.size() + word.size() + view.size() + wide.size() +
             nothing.size() + *owner + (none ? 1 : 0) + *shared + weak.use_count() + (hollow ? 1 : 0) + *maybe +
             not_here.has_value() + choice.index() + std::get<0>(triple) + couple.first + chain.size() +
             (forward.empty() ? 0 : 1) + anything.has_value() + nothing_at_all.has_value() + call(1) + again.use_count());
}

int main(int argc, char **) { return fill(argc + 4); }
