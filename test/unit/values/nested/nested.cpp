// A class inside of a template: clang declares the template around it by its signature alone.
namespace shop {
template <class T> struct Box {
  struct Lid { T width; } lid;
};
}
shop::Box<int> box;
int open(shop::Box<int>::Lid &lid) { return lid.width; }
int main() { return open(box.lid); }
