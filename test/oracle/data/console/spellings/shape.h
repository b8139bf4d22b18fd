struct Shape {
  int sides = 4;
  virtual int corners () const;
};

int other ();
