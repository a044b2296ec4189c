/* One file of the user's choosing, written whole or not at all:
 *
 *     WholeFile file;
 *     if (!whole_file_begin(arena, "my.safetensors", &file, error))
 *         return false;
 *     fputs(…, file.stream);
 *     return whole_file_end(&file, error);
 *
 * It is written under a temporary name beside its own and renamed; until then, and when anything
 * fails, what was there stays as it was. A link is followed: what it points to is replaced. (Files
 * of a run that belong together are base/folder.h's.)
 */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include "base/arena.h"
#include "base/error.h"

#include <stdio.h>

typedef struct WholeFile {
    FILE *stream;
    const char *name;      /* as given, for messages */
    const char *path;      /* where it goes */
    const char *temporary; /* where it is written */
} WholeFile;

/* Fails if the file could not be written now: asked before work that takes minutes. Leaves nothing
   behind. */
bool whole_file_check(Arena *arena, const char *path, Error *error);

bool whole_file_begin(Arena *arena, const char *path, WholeFile *file, Error *error);

/* Closes the file and puts it in its place. Fails if anything written to it was lost; then nothing
   is left of it. */
bool whole_file_end(WholeFile *file, Error *error);

#endif
