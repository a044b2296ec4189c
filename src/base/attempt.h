/* Work that can be left from any depth, on any thread: memory ran out, and what called has nothing
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
#ifndef BASE_ATTEMPT_H
#define BASE_ATTEMPT_H

#include "base/error.h"

typedef bool Attempted(void *data, Error *error);

/* What the work returns; false with an error, too, if it was left, or if a library was refused
   memory (base/memory.h), whatever it made of that. Attempts nest. */
bool attempt(Attempted *work, void *data, Error *error);

/* Leaves the innermost attempt of this thread with the error. Where nothing is attempted, ends the
   program with it, as main does. */
_Noreturn void escape(const Error *error);

#endif
