/* A function that is inlined where it can be, from another file. */
static inline int clamp(int n, int low, int high)
{
  if (n < low)
    return low;
  if (n > high)
    return high;
  return n;
}
