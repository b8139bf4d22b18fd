/* Something to see in every vector and mask register, as far as the processor has them. */
#include <stdio.h>

static float bytes[16] = {0.5f, -1, 2, -4, 8, 1e10f, 1e-10f, 7, 0, 1, 3, 5, 11, 13, 17, 19};

static int fill(int shift)
{
  __builtin_cpu_init();
  asm volatile("movups (%0), %%xmm1" ::"r"(bytes + shift) : "xmm1");
  if (__builtin_cpu_supports("avx2"))
    asm volatile("vmovups (%0), %%ymm2" ::"r"(bytes + shift) : "ymm2");
  if (__builtin_cpu_supports("avx512f"))
    asm volatile("vmovups (%0), %%zmm3\n\tvmovups (%0), %%zmm20\n\tkmovw %1, %%k1"
                 ::"r"(bytes), "r"(0x5a5a >> shift) : "xmm3");
  asm volatile("fldpi\n\tfldl2e");
  return shift;
}

int main(void)
{
  int total = 0;
  for (int i = 0; i < 3; i++)
    total += fill(i);
  return total;
}
