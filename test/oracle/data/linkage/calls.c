// Calls of functions in other libraries; one of them has its address taken as well.
extern int first(int), second(int), third(int), fourth(int);
extern int (*taken)(int);

int run(int n) {
  return first(n) + second(n) * third(n) + (taken == fourth);
}

int again(int n) {
  return fourth(n) + first(n);
}
