// Variables of a type with an ABI tag have the tag in their linker's names.
struct __attribute__((abi_tag("cxx11"))) Text { int length; };

namespace ns {
Text label = {1};
struct Owner {
  static Text own;
  int number;
};
Text Owner::own = {2};
}
Text plain = {3};
static Text hidden = {4};

int lengths(int number) {
  return ns::label.length + ns::Owner::own.length + plain.length + hidden.length + number;
}

int main(int argc, char **) {
  return lengths(argc + 5);
}
