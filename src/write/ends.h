/* The rows or columns of a large matrix that are shown: the first `head` and last `tail` of
 * `count`. */
#pragma once

#include <stdbool.h>

typedef struct Ends {
    int count, head, tail;
} Ends;

static inline bool is_cut(Ends ends)
{
    return ends.head + ends.tail < ends.count;
}

/* Whether the gap follows the i-th one. */
static inline bool is_cut_behind(Ends ends, int i)
{
    return is_cut(ends) && i + 1 == ends.head;
}

/* The next one shown. */
static inline int following(Ends ends, int i)
{
    return is_cut_behind(ends, i) ? ends.count - ends.tail : i + 1;
}

/* All, or fewer than `most` in two equal halves. */
static inline Ends ends_within(int count, int most)
{
    return count <= most ? (Ends){count, count, 0} : (Ends){count, most / 2 - 1, most / 2 - 1};
}
