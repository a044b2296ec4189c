/* One file of the user's choosing, written whole or not at all:
 *
 *     WholeFile file;
 *     if (!whole_file_begin(arena, "my.safetensors", &file, error))
 *         return false;
 *     fputs(…, file.stream);
 *     return whole_file_end(&file, error);
 *
 * It is written under a temporary name beside its own and renamed; until then, and when anything
 * fails, what was there stays as it was. After whole_file_end it is on the disk: a loss of power
 * does not take it away. A link is followed: what it points to is replaced. (Files of a run that
 * belong together are base/folder.h's.)
 */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/interrupt.h"

#include <stdio.h>

typedef struct WholeFile {
    FILE *stream;
    const char *name;      /* as given, for messages */
    const char *path;      /* where it goes */
    const char *folder;    /* that it is in */
    const char *temporary; /* where it is written */
    Undoing undoing;       /* what a signal does with that: the WholeFile stays where it is */
} WholeFile;

/* Fails if the file could not be written now: asked before work that takes minutes. Leaves nothing
   behind. */
bool whole_file_check(Arena *arena, const char *path, Error *error);

bool whole_file_begin(Arena *arena, const char *path, WholeFile *file, Error *error);

/* Closes the file and puts it in its place. Fails if anything written to it was lost; then nothing
   is left of it (unless all went well but the last step, to get its name on the disk). */
bool whole_file_end(WholeFile *file, Error *error);

/* ---- What base/folder.c has of it: errno says why something failed. ---- */

/* A name for a new file behind a prefix that ends with '/', or "": ".attnviz-1234-0.tmp". `number`
   counts those of the process. */
const char *temporary_name(Arena *arena, const char *prefix, int *number);

/* Makes such a file in a folder (an open one, or AT_FDCWD). NULL on failure. */
FILE *temporary_open(Arena *arena, int folder, const char *prefix, int *number, const char **name);

/* Closes it; false if anything written to it was lost. */
bool temporary_close(FILE *stream);

/* Waits until a file's bytes, or a folder's names, are on the disk. */
bool reach_disk(int folder, const char *name);

/* "a/b/c/" → "a/b"; "." for what has no parent in its name. */
const char *parent_of(Arena *arena, const char *path);

#endif
