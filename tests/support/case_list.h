/* Cases that are plain text, kept in a file beside their test, where whoever knows French or
 * word2vec can read and mend them without C:
 *
 *     # apostrophes and hyphens stay inside a word
 *     don't well-known → don't|well-known
 *
 * A line a case, with " → " between its columns, under a heading "[words]" that names what is
 * tested. \n, \r, \t, \s (a space), \\, \xHH and \uHHHH stand for what cannot be seen,
 * \- for nothing at all.
 */
#pragma once

#include "support/scene.h"

enum { MOST_COLUMNS = 6 };

typedef void CheckCase(Scene *scene, const char *const *columns);

/* Checks every case under a heading of a file in tests/, which has at least one. */
void check_cases(Scene *scene, const char *file, const char *heading, CheckCase *check);

/* Bytes in hexadecimal, blanks among them: "803f 48c0". */
Bytes bytes_of_hex(Scene *scene, const char *hex);

/* A test of nothing else. */
#define TEST_CASES(name, file, heading, check)                                                     \
    TEST(name)                                                                                     \
    {                                                                                              \
        check_cases(scene, file, heading, check);                                                  \
    }
