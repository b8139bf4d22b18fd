// Parses, alters, patches and writes JSON, as text and in binary.
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "nlohmann/json.hpp"

using nlohmann::json;

namespace library {

enum class Kind { novel, poem };
NLOHMANN_JSON_SERIALIZE_ENUM(Kind, {{Kind::novel, "novel"}, {Kind::poem, "poem"}})

struct Book {
  std::string title;
  std::vector<std::string> authors;
  Kind kind = Kind::novel;
  double price = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Book, title, authors, kind, price)

class Counter : public json::json_sax_t {
 public:
  std::map<std::string, int> counts;
  bool null() override { return count("null"); }
  bool boolean(bool) override { return count("boolean"); }
  bool number_integer(number_integer_t) override { return count("integer"); }
  bool number_unsigned(number_unsigned_t) override { return count("unsigned"); }
  bool number_float(number_float_t, const string_t&) override { return count("float"); }
  bool string(string_t&) override { return count("string"); }
  bool binary(binary_t&) override { return count("binary"); }
  bool start_object(std::size_t) override { return count("object"); }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return count("array"); }
  bool end_array() override { return true; }
  bool parse_error(std::size_t at, const std::string& token, const json::exception& error) override {
    std::cout << at << ' ' << token << ' ' << error.what() << '\n';
    return false;
  }

 private:
  bool count(const char* what) {
    ++counts[what];
    return true;
  }
};

}  // namespace library

static const char* text = R"({
  "books": [
    {"title": "Trees", "authors": ["A. Root", "B. Leaf"], "kind": "novel", "price": 12.5},
    {"title": "B\u00e4ume", "authors": [], "kind": "poem", "price": 1e-3}
  ],
  "open": true, "closed": null, "rooms": [1, -2, 18446744073709551615]
})";

int main() {
  json document = json::parse(text);
  auto books = document["books"].get<std::vector<library::Book>>();
  books.front().authors.push_back("C. Twig");
  json changed = document;
  changed["books"] = books;
  changed.erase("closed");
  const json patch = json::diff(document, changed);
  std::cout << patch.dump() << '\n' << (document.patch(patch) == changed) << '\n';
  const std::vector<std::uint8_t> packed = json::to_msgpack(changed);
  const json unpacked = json::from_msgpack(packed);
  std::cout << packed.size() << ' ' << unpacked.at("/books/0/authors/2"_json_pointer) << '\n';
  library::Counter counter;
  json::sax_parse(text, &counter);
  json::sax_parse("[1, 2,, 3]", &counter);
  for (const auto& [what, count] : counter.counts) std::cout << what << ' ' << count << '\n';
  for (auto& [key, value] : changed.items()) std::cout << key << ' ' << value.type_name() << '\n';
  try {
    std::cout << changed.at("books").at(7);
  } catch (const json::out_of_range& error) {
    std::cout << error.what() << '\n';
  }
  std::cout << changed.flatten().dump(2) << '\n';
}
