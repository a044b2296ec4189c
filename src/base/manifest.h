/* The list of the files that attnviz wrote into a folder (base/folder.h).
 *
 *     attnviz wrote these files: size, hash, name
 *     1714 5e0c6a2f9b7d1348 trace.txt
 *
 * A file is attnviz's if it has a name that attnviz gives, holds the mark of such a file,
 * and has a line in the list: the very line that its bytes give now. Anybody may have written the
 * list, and so it proves nothing alone; it says which of attnviz's files the user has not changed.
 * A name may have several lines: during a commit, that of the old and that of the new file.
 */
#pragma once

#include "base/base.h"

#define MANIFEST_NAME ".attnviz" /* its own name, and the beginning of temporary ones */
#define MANIFEST_HEADER "attnviz wrote these files: size, hash, name\n"

/* The files of one format: what they are called, and a mark that they have: near their beginnings,
   or behind what a user wrote, which may be long. */
typedef struct FileKind {
    const char
        *name; /* "trace.txt"; or ".png", the end behind a step's number and id: "01-Q.png"; or
                  "*.txt", whatever ends so */
    const char *mark;
    size_t mark_size; /* at most LONGEST_MARK */
    size_t within;    /* the mark ends within so many bytes, or ANYWHERE */
} FileKind;

#define ANYWHERE SIZE_MAX
enum { LONGEST_MARK = 32 };

/* A regular file of at most so many bytes, to be read; −1 for any other with errno 0, and for none
   and what cannot be read. Never follows a symbolic link. */
int open_regular(int folder, const char *name, size_t most);

/* The kinds there are, by index; NULL behind the last. */
typedef const FileKind *FileKinds(int index);

/* The kind of files that attnviz gives this name; NULL for none. */
const FileKind *manifest_kind(FileKinds *kinds, const char *name);

/* A regular file as a line of the list (without the line feed) under the name that it has or shall
   have. NULL if there is none, or it lacks the mark of a file of that name: then
   errno is 0; or if it cannot be read, which errno explains. */
const char *manifest_line(Arena *arena, FileKinds *kinds, int folder, const char *file,
                          const char *name);

/* The name in the next line of a list; NULL at the end. What is no line of a list gives a name
   that attnviz gives to no file. */
const char *manifest_next(Arena *arena, Bytes *rest);

bool manifest_has(Bytes list, const char *line);
