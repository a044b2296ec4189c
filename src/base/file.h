/* Files and standard input, read whole into the arena. */
#pragma once

#include "base/error.h"

/* Of a file, where a '\0' that is not counted follows the last one; or a stretch of it. */
typedef struct Bytes {
    const char *data;
    size_t size;
} Bytes;

/* Fails if there is no such file, it cannot be read, is a folder, or is larger than `limit`. A
   pipe, as <(command) makes one, is read to its end. */
bool file_read(Arena *arena, const char *path, size_t limit, Bytes *bytes, Error *error);

/* The same of an open descriptor; `name` is for messages ("standard input"). */
bool file_read_open(Arena *arena, int descriptor, const char *name, size_t limit, Bytes *bytes,
                    Error *error);

/* Reads once, up to `room` bytes, from an offset, or for NULL from where the last one ended; `got`
   is 0 at the end. A signal that asks the program to end is a failure. */
bool read_some(int descriptor, const char *name, const size_t *offset, char *to, size_t room,
               size_t *got, Error *error);

/* `size` bytes from an offset of a regular file; fails if it has become shorter. */
bool file_read_at(int descriptor, const char *name, size_t offset, char *to, size_t size,
                  Error *error);

/* Whether they begin with these characters. */
bool bytes_begin_with(Bytes bytes, const char *beginning);

/* The next line of the bytes, without its line feed; `rest` goes on behind it. False at the end. */
bool take_line(Bytes *rest, Bytes *line);

/* Bytes that can still be written where this path, or the folder it would be made in, is; ∞ where
   nobody says. To be asked before a run begins. */
double disk_left(const char *path);
