// Two files of one name.
#include "part/main.cc"

int twice(int number) {
  int result = half(number);
  result = result * 4;
  return result;
}

int main(int argc, char **) {
  int total = 0;
  for (int i = 0; i < argc; i++) {
    total += twice(i + 6);
  }
  return total;
}
