/* Calls in calls, of which not all return where a tracepoint is. */
#include <setjmp.h>

static jmp_buf top;
volatile int sum;

int walk(int depth)
{
    int left = depth - 1;
    sum += depth;
    if (depth == 0)
        return 1;
    if (depth == 4)
        longjmp(top, 1);
    int below = walk(left);
    sum += below;
    return below + 1;
}

int main(void)
{
    walk(2);
    if (setjmp(top) == 0)
        walk(6);
    walk(1);
    return sum == 0;
}
