/* The output folder: all files of a run, or none.
 *
 *     Folder *folder = folder_open(arena, "attnviz-out", format_files, error);
 *     FILE *file = folder_begin(folder, "trace.json", error);
 *     fputs(…, file);
 *     bool written = folder_end(folder, error) && folder_commit(folder, error);
 *     folder_abandon(folder);
 *
 * Files are written under temporary names in the folder and renamed by the commit; until then, and
 * when anything fails, what was there stays as it was. The file .attnviz lists what attnviz wrote
 * (base/manifest.h). By it the next commit removes what it does not replace, and so leaves exactly
 * its own files. What is not attnviz's is never removed or overwritten: to want its name is an
 * error, and so is a folder that others live in: one without a list that has folders or many files.
 *
 * What is promised:
 *   - A commit that fails puts back what it has moved, and the folder is as it was. What may escape
 *     meanwhile (base/base.h) is attempted, and the folder abandoned in either case.
 *   - It does not wait for the disk: the same command makes the same files again, in milliseconds.
 *   - A run killed in the middle of its commit leaves each file whole, old or new, and nothing that
 *     the next run does not put right. It does not leave all of them old or all new: no file system
 *     renames many files at once. A loss of power in the middle may do the same.
 *
 * One run at a time has a folder open; a second one fails. The folder lives in the arena, and holds
 * its lock until it is abandoned.
 */
#pragma once

#include "base/manifest.h"

typedef struct Folder Folder;

/* Makes the folder, and its parents, where missing. `kinds` are all that attnviz ever writes there.
   NULL on failure. */
Folder *folder_open(Arena *arena, const char *path, FileKinds *kinds, Error *error);

/* Starts the next file, of one of the kinds, to be written to the stream and ended by folder_end;
   one at a time, each name once. NULL on failure. */
FILE *folder_begin(Folder *folder, const char *name, Error *error);

/* Closes the file. Fails if anything written to it was lost. */
bool folder_end(Folder *folder, Error *error);

/* A whole file of text. */
bool folder_put(Folder *folder, const char *name, const char *text, Error *error);

/* Puts the files in their places: all, or when it fails none. */
bool folder_commit(Folder *folder, Error *error);

/* Closes the folder. Without a successful commit, also removes what was made: temporary files, and
   the folders that were missing. May be called twice, and with NULL. */
void folder_abandon(Folder *folder);

/* The names of the files of a commit, sorted; also when the folder is closed. */
const char *const *folder_names(const Folder *folder, int *count);
