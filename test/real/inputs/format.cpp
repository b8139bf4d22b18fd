// Formats numbers, text, times, ranges and a type of its own.
#include <complex>
#include <map>
#include <string>
#include <vector>
#include "fmt/args.h"
#include "fmt/chrono.h"
#include "fmt/color.h"
#include "fmt/compile.h"
#include "fmt/format.h"
#include "fmt/ostream.h"
#include "fmt/printf.h"
#include "fmt/ranges.h"

namespace shapes {
struct Point {
  double x, y;
};
template <typename T>
struct Box {
  T low, high;
  std::string name;
};
}  // namespace shapes

template <>
struct fmt::formatter<shapes::Point> {
  char style = 'f';
  constexpr auto parse(format_parse_context& context) -> decltype(context.begin()) {
    auto at = context.begin();
    if (at != context.end() && (*at == 'f' || *at == 'e')) style = *at++;
    return at;
  }
  template <typename Context>
  auto format(const shapes::Point& point, Context& context) const -> decltype(context.out()) {
    return style == 'f' ? fmt::format_to(context.out(), "({:.1f}, {:.1f})", point.x, point.y)
                        : fmt::format_to(context.out(), "({:.1e}, {:.1e})", point.x, point.y);
  }
};

static std::string describe(const shapes::Box<shapes::Point>& box) {
  return fmt::format("{2}: {0} to {1:e}", box.low, box.high, box.name);
}

int main() {
  const std::vector<int> numbers = {3, 1, 4, 1, 5, 9};
  const std::map<std::string, std::vector<double>> table = {{"pi", {3.14159, 2.71828}}, {"e", {1e300, -0.0}}};
  fmt::print("{} {:>8} {:#x} {:+.3e}\n", 42, "right", 255, 1234.5678);
  fmt::print("{}\n", describe({{1, 2}, {3e10, 4}, "box"}));
  fmt::print("{} {}\n", numbers, table);
  fmt::print("{:*^30}|{:<10.4s}|{:>+8d}|{:b}\n", "centred", "truncated", 7, 10);
  fmt::print("{:%H:%M:%S} {}\n", std::chrono::seconds(3723), std::chrono::milliseconds(1500));
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  store.push_back(std::string("dynamic"));
  store.push_back(fmt::arg("named", 1.5L));
  fmt::vprint("{} {named}\n", store);
  fmt::printf("%-5d|%05.1f|%s\n", 42, 3.14159, "printf");
  fmt::print("{}\n", fmt::join(numbers, "; "));
  fmt::print("{}\n", fmt::format(FMT_COMPILE("{:d}/{}"), 12, "compiled"));
  fmt::print("{} {} {}\n", 1e22, 0.1f, 123456789012345678LL);
  try {
    fmt::print("{}\n", fmt::format(fmt::runtime("{:d}"), "text"));
  } catch (const fmt::format_error& error) {
    fmt::print("error: {}\n", error.what());
  }
}
