/* One file of the user's choosing, written whole or not at all:
 *
 *     static void write_model(FILE *stream, const void *model) …
 *     return whole_file_write(arena, "my.safetensors", write_model, &model, error);
 *
 * It is written under a temporary name beside its own and renamed; until then, and when anything
 * fails, what was there stays as it was. When it has succeeded, the file is on the disk: a loss of
 * power does not take it away. A link is followed: what it points to is replaced. (Files of a run
 * that belong together, and can be made again at once, are base/folder.h's.)
 */
#pragma once

#include "base/base.h"

/* Fails if the file could not be written now: asked before work that takes minutes. Leaves nothing
   behind. */
bool whole_file_check(Arena *arena, const char *path, Error *error);

typedef void WriteFile(FILE *stream, const void *data);

/* Fails if anything written was lost; then nothing is left of it (unless all went well but the last
   step, to get its name on the disk). `write` may escape (base/base.h). */
bool whole_file_write(Arena *arena, const char *path, WriteFile *write, const void *data,
                      Error *error);

/* ---- What base/folder.c has of it: errno says why something failed. ---- */

/* A name for a new file behind a prefix that ends with '/', or "": ".attnviz-1234-0.tmp". `number`
   counts those of the process. */
const char *temporary_name(Arena *arena, const char *prefix, int *number);

/* Makes such a file in a folder (an open one, or AT_FDCWD). NULL on failure. */
FILE *temporary_open(Arena *arena, int folder, const char *prefix, int *number, const char **name);

/* Closes it; false if anything written to it was lost. */
bool temporary_close(FILE *stream);
