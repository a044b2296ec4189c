/* What can fail returns bool and takes an Error last; math never fails.
 *
 *     if (!file_read(arena, path, &bytes, error))
 *         return false;
 *     if (!bytes.size)
 *         return fail(error, "%s: empty file", path);
 *
 * Only main prints an Error and exits. A message is one line, names what is at fault, and may
 * quote the user's text as it came: it is made safe for a terminal where it is printed.
 */
#pragma once

#include "base/memory.h"

enum { EXIT_USAGE = 2 }; /* beside EXIT_SUCCESS 0 and EXIT_FAILURE 1 */

typedef struct Error {
    int exit_code;
    char message[2048];
} Error;

/* Writes the message with exit code 1; always returns false. */
bool fail(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with exit code 2: the command line itself is wrong. */
bool fail_usage(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is already told is wrong in the way that a value was given; always returns false. */
bool fail_as_usage(Error *error);

/* The name that was probably meant, for "did you mean": that with the fewest edits (a letter left
   out, put in, replaced or swapped with its neighbour) from `word`, the first of several. All that
   a name cut short lacks is one edit. NULL if there are more than one for every three letters of
   the word, rounded: then it is no typing error. */
const char *nearest(const char *word, const char *const *names, int count);

/* "; did you mean --color, --cost or --cell?": all names that begin with the word, or else the
   nearest, each behind the mark ("--"); "" for none. */
const char *did_you_mean(Arena *arena, const char *word, const char *mark, const char *const *names,
                         int count);

/* ---- Work that can be left ----
 *
 * Work can be left from any depth, on any thread: memory ran out, and what called has nothing
 * to go on with. Whoever must put something right then (a folder that was made, a thread to be
 * joined) attempts the work and does so in either case:
 *
 *     bool written = attempt(write_all, &job, error);
 *     folder_abandon(folder);
 *     return written;
 *
 * What the functions in between hold, but for files and folders that are seen from outside, is
 * given back with the process. Where a thread's attempts are is the program's one mutable global
 * beside the signal that was caught: a library's frames lie in between, and hand nothing through.
 */

typedef bool Attempted(void *data, Error *error);

/* What the work returns; false with an error, too, if it was left, or if a library was refused
   memory (base/memory.h), whatever it made of that. Attempts nest. */
bool attempt(Attempted *work, void *data, Error *error);

/* Leaves the innermost attempt of this thread with the error. Where nothing is attempted, ends the
   program with it, as main does. */
_Noreturn void escape(const Error *error);

/* A broken promise between two of our own functions: prints where and why, and aborts. Always
   on. (Where memory ran out it is no bug, but what a library made of that: see base/memory.h.) */
#define CHECK(condition, ...)                                                                      \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void check_failed(const char *file, int line, const char *condition, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));
