/* As a kernel's module is: compiled, never linked, its sections laid out one by one. */
static int calls;
static const char *const states[] = {"asleep", "awake"};

static int wake(int state)
{
  calls++;
  return state ^ 1;
}

const char *module_poll(int state)
{
  for (int i = 0; i < 3; i++)
    state = wake(state);
  return states[state & 1];
}

int __attribute__((section(".init.text"))) init_module(void)
{
  return module_poll(0) == 0;
}
