#include "base/error.h"

#include "base/number.h"

#include <string.h>

enum { LONGEST = 40 }; /* no name is longer */

/* Optimal string alignment: d[i][j] is the distance of the first i bytes of a and j of b. */
static int distance(const char *a, int a_length, const char *b, int b_length)
{
    int d[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= a_length; i++)
        d[i][0] = i;
    for (int j = 0; j <= b_length; j++)
        d[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        for (int j = 1; j <= b_length; j++) {
            int replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = smaller(replaced, smaller(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a_length][b_length];
}

const char *nearest(const char *word, const char *const *names, int count)
{
    size_t length = strlen(word);
    if (length > LONGEST)
        return NULL;
    const char *best = NULL;
    int fewest = (int)length / 3 + 2;
    for (int i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        int edits = name_length > LONGEST ? fewest
                                          : distance(word, (int)length, names[i], (int)name_length);
        if (edits < fewest) {
            fewest = edits;
            best = names[i];
        }
    }
    return best;
}
