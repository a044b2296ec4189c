/* What attnviz writes, whole or not at all: one file, or a folder of them. */
#pragma once

#include "base/base.h"

/* ==== whole file ====
 *
 * One file of the user's choosing, written whole or not at all:
 *
 *     static void write_model(FILE *stream, const void *model) …
 *     return whole_file_write(arena, "my.safetensors", write_model, &model, error);
 *
 * It is written under a temporary name beside its own and renamed; until then, and when anything
 * fails, what was there stays as it was. When it has succeeded, the file is on the disk: a loss of
 * power does not take it away. A link is followed: what it points to is replaced. (Files of a run
 * that belong together, and can be made again at once, are a folder's, below.)
 */

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

/* ==== manifest ====
 *
 * The list of the files that attnviz wrote into a folder.
 *
 *     attnviz wrote these files: size, hash, name
 *     1714 5e0c6a2f9b7d1348 trace.txt
 *
 * A file is attnviz's if it has a name that attnviz gives, holds the mark of such a file,
 * and has a line in the list: the very line that its bytes give now. Anybody may have written the
 * list, and so it proves nothing alone; it says which of attnviz's files the user has not changed.
 * A name may have several lines: during a commit, that of the old and that of the new file.
 */

#define MANIFEST_NAME ".attnviz" /* its own name, and the beginning of temporary ones */
#define MANIFEST_HEADER "attnviz wrote these files: size, hash, name\n"

/* The files of one format: what they are called, and a mark that they have: near their beginnings,
   or behind what a user wrote, which may be long.

   The name is "trace.txt"; or ".png", the end behind a step's number and id: "01-Q.png"; or
   "*.txt", whatever ends so. */
typedef struct FileKind {
    const char *name;
    const char *mark;
    size_t mark_size; /* at most LONGEST_MARK */
    size_t within;    /* the mark ends within so many bytes, or ANYWHERE */
} FileKind;

#define ANYWHERE SIZE_MAX
enum { LONGEST_MARK = 32 };

/* A regular file of at most so many bytes, to be read; −1 for any other with errno 0, and for none
   and what cannot be read. Never follows a symbolic link. */
int open_regular(int folder, const char *name, size_t most);

/* The kinds there are; behind the last stands NULL. */
typedef const FileKind *const FileKinds;

/* The kind of files that attnviz gives this name; NULL for none. */
const FileKind *manifest_kind(FileKinds *kinds, const char *name);

/* A regular file as a line of the list (without the line feed) under the name that it has or shall
   have. NULL if there is none, or it lacks the mark of a file of that name: then
   errno is 0; or if it cannot be read, which errno explains. */
const char *manifest_line(Arena *arena, FileKinds *kinds, int folder, const char *file,
                          const char *name);

/* The name in a line of a list. What is no such line gives a name that attnviz gives to no file. */
const char *manifest_name(const char *line);

/* ==== folder ====
 *
 * The output folder: all files of a run, or none.
 *
 *     Folder *folder = folder_open(arena, "attnviz-out", format_files, error);
 *     FILE *file = folder_begin(folder, "trace.json", error);
 *     fputs(…, file);
 *     bool written = folder_end(folder, error) && folder_commit(folder, error);
 *     folder_abandon(folder);
 *
 * Files are written under temporary names in the folder and renamed by the commit; until then, and
 * when anything fails, what was there stays as it was. The file .attnviz lists what attnviz wrote
 * (see manifest above). By it the next commit removes what it does not replace, and so leaves
 * exactly its own files. What is not attnviz's is never removed or overwritten: to want its name is
 * an error, and so is a folder that others live in: one without a list that has folders or many
 * files.
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

typedef struct Folder Folder;

/* Makes the folder, and its parents, where missing. `kinds` are all that attnviz ever writes there.
   NULL on failure. */
Folder *folder_open(Arena *arena, const char *path, FileKinds *kinds, Error *error);

/* Starts the next file, of one of the kinds, to be written to the stream and ended by folder_end;
   one at a time, each name once. NULL on failure. */
FILE *folder_begin(Folder *folder, const char *name, Error *error);

/* Closes the file. Fails if anything written to it was lost. */
bool folder_end(Folder *folder, Error *error);

/* A whole file. */
bool folder_put(Folder *folder, const char *name, Bytes bytes, Error *error);

/* Puts the files in their places: all, or when it fails none. */
bool folder_commit(Folder *folder, Error *error);

/* Closes the folder. Without a successful commit, also removes what was made: temporary files, and
   the folders that were missing. May be called twice, and with NULL. */
void folder_abandon(Folder *folder);

/* The names of the files of a commit, sorted; also when the folder is closed. */
const char *const *folder_names(const Folder *folder, int *count);
