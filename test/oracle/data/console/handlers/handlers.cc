// Names that gdb 13 spells part by part, since its parser refuses the whole: lambdas in them.
// clang-format off
template <class First, class Second> struct Pair { First first; Second second; };

template <class Handler> struct Table {
  template <class Given> static int call(Handler handler, const Pair<int, char> &pair) {
    return handler(pair.first);
  }
};

// A template's parameter stands for `void`, and for a class without a name.
template <class Result> struct Slot {
  Result *place;
  Result *take() const { return place; }
};
template <class Handler> struct Holder {
  Handler handler;
  Holder(Handler given, int) : handler(given) {}
};
template <class First, class Second> struct Chosen {
  First handler;
  template <class Other> int with(Other other, const Second &second) const { return other(handler(second.first)); }
};

template <class Handler> int visit(Handler handler, const Pair<int, char> &pair) {
  Slot<void> slot{&handler};
  Holder<Handler> holder(handler, 1);
  Chosen<Handler, Pair<int, char>> chosen{handler};
  int result = Table<Handler>::template call<const Pair<int, char> &>(handler, pair) + chosen.with([](int n) { return n; }, pair);
  return result + (slot.take() ? 1 : 0);
}

template <class Handler> int apply(Handler handler, int number) {
  return handler(number) + 1;
}

int main() {
  Pair<int, char> pair{3, 'x'};
  int base = 4;
  return visit([base](int n) { return n + base; }, pair) + apply([](auto n) { return n; }, base);
}
