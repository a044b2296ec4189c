#include "base/base.h"

enum { LONGEST = 40 }; /* the longest name */

/* Optimal string alignment: d[i][j] is the distance between the first i bytes of a and the first j
   of b, whatever their case. */
static int distance(const char *a, int a_length, const char *b, int b_length)
{
    int d[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= a_length; i++)
        d[i][0] = i;
    for (int j = 0; j <= b_length; j++)
        d[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        for (int j = 1; j <= b_length; j++) {
            bool differ = tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]);
            int replaced = d[i - 1][j - 1] + differ;
            d[i][j] = smaller(replaced, smaller(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a_length][b_length];
}

const char *nearest(const char *word, const char *const *names, int count)
{
    const char *best = NULL;
    size_t letters = strlen(word);
    int fewest = letters > LONGEST ? 0 : (int)(letters + 1) / 3 + 1;
    for (int i = 0; i < count && fewest; i++) {
        size_t length = strlen(names[i]);
        bool cut_short = letters && length > letters && begins_with(names[i], word);
        int found = length > LONGEST ? LONGEST
                    : cut_short      ? 1
                                     : distance(word, (int)letters, names[i], (int)length);
        if (found < fewest) {
            fewest = found;
            best = names[i];
        }
    }
    return best;
}

const char *did_you_mean(Arena *arena, const char *word, const char *mark, const char *const *names,
                         int count)
{
    const char **meant = arena_alloc(arena, (size_t)count + 1, sizeof *meant), *best;
    int found = 0;
    for (int i = 0; i < count && *word; i++)
        if (begins_with(names[i], word))
            meant[found++] = arena_format(arena, "%s%s", mark, names[i]);
    if (!found && (best = nearest(word, names, count)))
        meant[found++] = arena_format(arena, "%s%s", mark, best);
    const char *list = join_strings(arena, meant, found, ", ", " or ");
    return found ? arena_format(arena, "; did you mean %s?", list) : "";
}
