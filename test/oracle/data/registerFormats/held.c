/* Arguments and variables that -O2 keeps in registers, of types narrower and wider than those. */
#ifdef SINGLES
typedef float real;
#else
typedef double real;
#endif
typedef float quad __attribute__((vector_size(16)));
struct point {
  float x, y;
};
struct single {
  float only;
};
struct pair {
  real first;
  short second;
};

volatile float f;
volatile real d;
volatile long double w;
volatile int n;
volatile long long g;

#define FUNCTION __attribute__((noipa))

FUNCTION void reals(float a, real b, float c, real e) {
  f = a;
  d = b;
  f = c;
  d = e;
}

#ifndef SINGLES
FUNCTION void wide(long double a, float b) {
  w = a;
  f = b;
}
#endif

FUNCTION void integers(signed char a, unsigned char b, short c, unsigned short e, int i,
                       unsigned j, long long k, _Bool h) {
  n = a + b + c + e;
  n = i;
  n = j;
  g = k;
  n = h;
}

FUNCTION void complexes(float _Complex a, double _Complex b) {
  f = __real__ a;
  d = __imag__ b;
}

FUNCTION void structures(struct point a, struct single b, struct pair c) {
  f = a.x + a.y;
  f = b.only;
  d = c.first;
  n = c.second;
}

#ifdef VECTORS
FUNCTION void vectors(quad a, float b) {
  f = a[0];
  f = b;
}
#endif

#ifdef QUADS
volatile __float128 q;

FUNCTION void quads(__float128 a, float b, real c) {
  q = a;
  f = b;
  d = c;
}
#endif

FUNCTION void leaf(void) { n = 1; }

FUNCTION real kept(float a, real b, short c, unsigned char e) {
  float half = a * 0.5f;
  leaf();
  return half + a + b + c + e;
}

FUNCTION real converted(int a, int b) {
  float narrow = b;
  real wide = a;
  f = narrow;
  d = wide * narrow;
  n = b;
  return wide + narrow;
}

FUNCTION float mixed(int a, float b, int c, real e) {
  float result = b + e;
  leaf();
  return result * a * c;
}
