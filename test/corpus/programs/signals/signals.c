/* A signal handler, recursion through a pointer, alloca; callers seen from within. */
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

struct action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

typedef int (*walk)(int, void *);

volatile int sink;
static int handled;

/* As glibc's: call frame information for what the kernel left on the stack (struct rt_sigframe). */
__asm__(".text\n"
        ".type restore, @function\n"
        ".cfi_startproc simple\n"
        ".cfi_signal_frame\n"
        ".cfi_escape 0x0f, 0x04, 0x77, 0xa0, 0x01, 0x06\n"
        ".cfi_escape 0x10, 0x10, 0x03, 0x77, 0xa8, 0x01\n"
        ".cfi_escape 0x10, 0x06, 0x03, 0x77, 0xf8, 0x00\n"
        ".cfi_escape 0x10, 0x03, 0x03, 0x77, 0x80, 0x01\n"
        ".cfi_escape 0x10, 0x00, 0x03, 0x77, 0x90, 0x01\n"
        ".cfi_escape 0x10, 0x0c, 0x03, 0x77, 0xc8, 0x00\n"
        ".cfi_escape 0x10, 0x0d, 0x03, 0x77, 0xd0, 0x00\n"
        ".cfi_escape 0x10, 0x0e, 0x03, 0x77, 0xd8, 0x00\n"
        ".cfi_escape 0x10, 0x0f, 0x03, 0x77, 0xe0, 0x00\n"
        ".cfi_escape 0x10, 0x08, 0x02, 0x77, 0x28\n"
        ".cfi_escape 0x10, 0x09, 0x02, 0x77, 0x30\n"
        ".cfi_escape 0x10, 0x0a, 0x02, 0x77, 0x38\n"
        ".cfi_escape 0x10, 0x0b, 0x03, 0x77, 0xc0, 0x00\n"
        ".cfi_escape 0x10, 0x05, 0x03, 0x77, 0xe8, 0x00\n"
        ".cfi_escape 0x10, 0x04, 0x03, 0x77, 0xf0, 0x00\n"
        ".cfi_escape 0x10, 0x01, 0x03, 0x77, 0x88, 0x01\n"
        ".cfi_escape 0x10, 0x02, 0x03, 0x77, 0x98, 0x01\n"
        ".cfi_escape 0x10, 0x07, 0x03, 0x77, 0xa0, 0x01\n"
        "nop\n"
        "restore: movq $15, %rax\n"
        "syscall\n"
        ".cfi_endproc\n"
        ".size restore, . - restore\n");
void restore(void);

static long call(long number, long a, long b, long c, long d) {
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
  return result;
}

static void handler(int number) {
  int before = handled;
  handled = before + number;
  sink = handled;
}

static long interrupted(int number) {
  char text[8] = "between";
  long pid = call(39, 0, 0, 0, 0);
  long result = call(62, pid, number, 0, 0);
  return result + text[0];
}

static int leaf(int depth, void *data) {
  int *seen = data;
  *seen += depth;
  sink = *seen;
  return depth;
}

static int branch(int depth, void *data) {
  walk next = depth > 1 ? branch : leaf;
  int down = next(depth - 1, data);
  return down + depth;
}

static int stacked(const char *text, size_t extra) {
  size_t length = strlen(text);
  char *copy = alloca(length + extra);
  int sizes[extra];
  int cube[2][extra][3];
  memset(sizes, 1, sizeof sizes);
  memset(cube, 0, sizeof cube);
  cube[1][extra - 1][2] = 6;
  strcpy(copy, text);
  sink = copy[0] + sizes[0] + cube[1][0][0];
  return sink;
}

int main(void) {
  struct action action = {handler, 0x04000000, restore, 0};
  call(13, 10, (long)&action, 0, 8);
  long result = interrupted(10);
  int seen = 0;
  result += branch(4, &seen);
  result += stacked("alloca", 3);
  exit(result == 0);
}
