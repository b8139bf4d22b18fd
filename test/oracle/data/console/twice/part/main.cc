static int half(int number) {
  return number / 2;
}
