struct gauge {
  const char *name;
  int limit;
  double levels[2];
  int (*warn)(const struct gauge *, int);
};

extern int gauge_readings;
int gauge_read(struct gauge *gauge, int level);
