/* Calls of every kind, without a C library: recursion, tail calls, pointers, a jump out of two calls, a return to no caller. */
typedef int (*operation)(int, int);

static void *landing[5];
volatile int sink;

int add(int a, int b)
{
    return a + b;
}

int factorial(int n)
{
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}

int even(int n);

__attribute__((noinline)) int odd(int n)
{
    if (n == 0)
        return sink;
    return even(n - 1);
}

__attribute__((noinline)) int even(int n)
{
    if (n == 0)
        return sink + 1;
    return odd(n - 1);
}

int fold(operation each, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total = each(total, i);
    return total;
}

__attribute__((noinline)) void leap(int depth)
{
    sink = depth;
    if (depth == 0)
        __builtin_longjmp(landing, 1);
    leap(depth - 1);
    sink = depth;
}

__attribute__((noinline)) int caught(void)
{
    if (__builtin_setjmp(landing) == 0)
        leap(2);
    return sink;
}

int here(void)
{
    int low;
    __asm__("call 1f\n1:\tpop %%rax" : "=a"(low));
    return low & 1;
}

__asm__(".globl hidden_switch\n"
        ".type hidden_switch, @function\n"
        "hidden_switch:\n"
        "\tlea arrival(%rip), %rax\n"
        "\tpush %rax\n"
        "\tret\n"
        ".size hidden_switch, .-hidden_switch\n"
        ".globl arrival\n"
        ".type arrival, @function\n"
        "arrival:\n"
        "\tnop\n"
        "\tret\n"
        ".size arrival, .-arrival\n");
void hidden_switch(void);

int main(void)
{
    sink = factorial(4);
    sink += fold(add, 3);
    sink += even(5);
    sink += caught();
    sink += here();
    hidden_switch();
    return sink;
}

__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "\txor %ebp, %ebp\n"
        "\tand $-16, %rsp\n"
        "\tcall main\n"
        "\tmov %eax, %edi\n"
        "\tmov $60, %eax\n"
        "\tsyscall\n"
        ".size _start, .-_start\n");
