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
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

enum { EXIT_USAGE = 2 }; /* beside EXIT_SUCCESS 0 and EXIT_FAILURE 1 */

typedef struct Error {
    int exit_code;
    char message[2048];
} Error;

/* Writes the message with exit code 1; always returns false. */
bool fail(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with exit code 2: the command line itself is wrong. */
bool fail_usage(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A broken promise between two of our own functions: prints where and why, and aborts. Always
   on. (Where memory ran out it is no bug, but what a library made of that: see base/memory.h.) */
#define CHECK(condition, ...)                                                                      \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void check_failed(const char *file, int line, const char *condition, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

#endif
