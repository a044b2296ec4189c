/* Output that is written whole or not at all: one file, or a folder of files. */
#pragma once

#include "base/base.h"

/* ==== whole file ====
 *
 * One file of the user's choosing, written whole or not at all:
 *
 *     static void write_model(FILE *stream, const void *model) …
 *     whole_file_write(arena, "my.safetensors", write_model, &model);
 *
 * It is written under a temporary name in the same folder and renamed; if anything fails before
 * that, the old file is untouched. Afterwards the file has been synced to disk and survives a loss
 * of power. A symbolic link is followed: its target is replaced. (The files of a run, which belong
 * together and are cheap to make again, go into a Folder, below.)
 */

/* Fails if the file could not be written now: called before work that takes minutes. Leaves nothing
   behind. */
void whole_file_check(Arena *arena, const char *path);

typedef void WriteFile(FILE *stream, const void *data);

/* Fails if any write was lost; then no file is left (except when only the last step fails, which
   syncs its name to disk). `write` may fail (base/base.h). */
void whole_file_write(Arena *arena, const char *path, WriteFile *write, const void *data);

/* ---- Used by base/folder.c, too; `path` is the file's in messages. ---- */

/* A new temporary name after a prefix that is "" or ends with '/': ".attnviz-1234-0.tmp". `number`
   counts the names of this process. */
const char *temporary_name(Arena *arena, const char *prefix, int *number);

/* Creates such a file in a folder (an open descriptor, or AT_FDCWD). If it fails, there may be a
   file of this name. */
FILE *temporary_open(Arena *arena, const char *path, int folder, const char *prefix, int *number,
                     const char **name);

/* Closes the stream, which becomes NULL. Fails if any write to it was lost. */
void temporary_close(FILE **stream, const char *path);

/* ==== manifest ====
 *
 * The list of the files that attnviz wrote into a folder.
 *
 *     attnviz wrote these files: size, hash, name
 *     1714 5e0c6a2f9b7d1348 trace.txt
 *
 * A file is ours if it has a name that attnviz gives, contains the mark of that kind of file, and
 * its line in the list matches its present size and hash. Anybody may have written the list, so it
 * proves nothing alone; it tells which of our files the user has not changed. During a commit a
 * name may have two lines, one for the old file and one for the new.
 */

#define MANIFEST_NAME ".attnviz" /* its own name, and the prefix of temporary names */
#define MANIFEST_HEADER "attnviz wrote these files: size, hash, name\n"

/* The files of one format: their name, and a mark that each of them contains, near its beginning
   or, where long user text comes first, anywhere.

   The name is "trace.txt"; or ".png", the suffix after a step's number and id: "01-Q.png"; or
   "*.txt": any name with that suffix. */
typedef struct FileKind {
    const char *name;
    const char *mark;
    size_t mark_size; /* at most LONGEST_MARK */
    size_t within;    /* the mark ends within this many bytes, or ANYWHERE */
} FileKind;

#define ANYWHERE SIZE_MAX
enum { LONGEST_MARK = 32 };

/* Opens a regular file of at most `most` bytes for reading; −1 if it is missing or of another kind.
   Fails if it cannot be opened. Never follows a symbolic link. `path` is the file's in messages. */
int open_regular(int folder, const char *name, const char *path, size_t most);

/* All kinds; a NULL-terminated array. */
typedef const FileKind *const FileKinds;

/* A row of a list of them. */
#define FILES(...) &(const FileKind){__VA_ARGS__},

/* The kind of file that this name belongs to; NULL if attnviz never gives it. */
const FileKind *manifest_kind(FileKinds *kinds, const char *name);

/* The list's line (without the line feed) for a file of these bytes, or (then there are none) for
   the open one, listed under `name`. NULL if it lacks the mark of its kind. Fails if it cannot be
   read. */
const char *manifest_line(Arena *arena, const FileKind *kind, const char *name, Bytes bytes, int in,
                          const char *path);

/* The name in a line of the list. For a malformed line it returns a name that attnviz never
   gives. */
const char *manifest_name(const char *line);

/* ==== folder ====
 *
 * The output folder: all files of a run, or none.
 *
 *     ENDED_BY(folder_close) Folder *folder = folder_open(arena, "attnviz-out", format_files);
 *     FILE *file = folder_begin(folder, "trace.json");
 *     fputs(…, file);
 *     folder_end(folder);
 *     folder_commit(folder);
 *
 * Files are written under temporary names in the folder and renamed by the commit; if anything
 * fails before that, the old files are untouched. The file .attnviz lists what attnviz wrote (see
 * manifest above). From it the next commit knows which old files to remove, so that exactly its own
 * remain. Files that are not ours are never removed or overwritten: a name clash is an error, and
 * so is a folder in use by others: one without a list that holds folders or many files.
 *
 * Guarantees:
 *   - A commit that fails moves everything back, and the folder is as before.
 *   - It does not sync to disk: the same command makes the same files again, in milliseconds.
 *   - A run killed during its commit leaves each file whole, old or new, and nothing that the next
 *     run does not clean up. But it may leave a mix of old and new files: no file system renames
 *     many files at once. A loss of power during a commit may do the same.
 *
 * Only one run at a time can open a folder; a second one fails. The Folder lives in the arena, and
 * holds its lock until it is closed.
 */

typedef struct Folder Folder;

/* Creates the folder and its missing parents. `kinds` are all that attnviz ever writes there. */
Folder *folder_open(Arena *arena, const char *path, FileKinds *kinds);

/* Starts the next file, whose name must belong to one of the kinds; write to the stream, then call
   folder_end. One file at a time, each name once. */
FILE *folder_begin(Folder *folder, const char *name);

/* Closes the file. Fails if any write to it was lost. */
void folder_end(Folder *folder);

/* Writes a whole file from memory. */
void folder_put(Folder *folder, const char *name, Bytes bytes);

/* Renames all files to their final names; if it fails, none. */
void folder_commit(Folder *folder);

/* Closes the folder. Without a successful commit, also removes the temporary files and the folders
   that were created. May be called twice, and with NULL. */
void folder_close(Folder **folder);

/* The names of the committed files, sorted; valid after the folder is closed, too. */
Strings folder_names(const Folder *folder);
