/* Included twice: the second time it defines nothing. */
#ifndef TALLY_H
#define TALLY_H
#define LIMIT 7
#define SCALE(x, y) ((x) * (y) + OFFSET)
#define OFFSET 3
#define NAME(part) total_##part
#define TEXT(x) #x
#define EMPTY
#endif
