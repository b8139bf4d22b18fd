/*
 * A small telephone exchange. Callers wait in a ring buffer until an agent is
 * free. After three hours it refuses every call, though nobody is waiting: one
 * line is wrong, and it did its harm long before the first call was refused.
 */
#include <stdio.h>

enum { SLOTS = 8, AGENTS = 3, MINUTES = 210 };
enum state { FREE, WAITING, TALKING, HUNG_UP };

struct call {
  unsigned number;
  enum state state;
  int arrived; /* minute of the day */
  char caller[12];
};

struct queue {
  struct call ring[SLOTS];
  unsigned head, tail;    /* never wrap: the slot is head % SLOTS */
  unsigned short waiting; /* callers who are still on the line */
};

struct agent {
  const char *name;
  unsigned call;
  int busyUntil;
};

static struct queue queue;
static struct agent agents[AGENTS] = {{"Ada"}, {"Grace"}, {"Joan"}};
static struct {
  unsigned answered, refused, hungUp;
} total;

/* The same numbers in every run. */
static unsigned roll(unsigned sides)
{
  static unsigned seed = 17;
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % sides;
}

static int arrive(struct queue *queue, int minute)
{
  struct call *call = &queue->ring[queue->tail % SLOTS];
  if (queue->waiting >= SLOTS || queue->tail - queue->head == SLOTS) {
    total.refused++;
    return 0;
  }
  call->number = ++queue->tail;
  call->state = WAITING;
  call->arrived = minute;
  snprintf(call->caller, sizeof call->caller, "555-%04u", roll(10000));
  queue->waiting++;
  return 1;
}

/* A caller who is tired of waiting leaves a slot that somebody must skip. */
static void hangUp(struct queue *queue, unsigned slot)
{
  struct call *call = &queue->ring[slot];
  if (call->state != WAITING)
    return;
  call->state = HUNG_UP;
  queue->waiting--;
  total.hungUp++;
}

static struct call *next(struct queue *queue)
{
  if (queue->head == queue->tail)
    return NULL;
  return &queue->ring[queue->head++ % SLOTS];
}

static void answer(struct queue *queue, struct agent *agent, int minute)
{
  struct call *call = next(queue);
  if (call && call->state == HUNG_UP)
    call = next(queue);
  if (!call)
    return;
  agent->call = call->number;
  agent->busyUntil = minute + 2 + roll(7);
  queue->waiting--;
  call->state = TALKING;
  total.answered++;
}

int main(void)
{
  for (int minute = 0; minute < MINUTES; minute++) {
    if (roll(100) < 58)
      arrive(&queue, minute);
    if (roll(100) < 14)
      hangUp(&queue, roll(SLOTS));
    for (int i = 0; i < AGENTS; i++)
      if (agents[i].busyUntil <= minute)
        answer(&queue, &agents[i], minute);
  }
  printf("%u answered, %u refused, %u hung up\n", total.answered, total.refused, total.hungUp);
  return 0;
}
