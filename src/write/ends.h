/* Which rows or columns of a large matrix are shown: the first and the last of so many. */
#pragma once

#include <stdbool.h>

typedef struct Ends {
    int count, head, tail;
} Ends;

static inline bool is_cut(Ends ends)
{
    return ends.head + ends.tail < ends.count;
}

/* Whether something is left out behind this one. */
static inline bool is_cut_behind(Ends ends, int i)
{
    return is_cut(ends) && i + 1 == ends.head;
}

/* The next one that is shown. */
static inline int following(Ends ends, int i)
{
    return is_cut_behind(ends, i) ? ends.count - ends.tail : i + 1;
}

/* All of them, or one less than `most`, in two halves. */
static inline Ends ends_within(int count, int most)
{
    return count <= most ? (Ends){count, count, 0} : (Ends){count, most / 2 - 1, most / 2 - 1};
}
