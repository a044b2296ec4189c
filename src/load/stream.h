/* A file of any size, or a pipe, read in one pass through a buffer of fixed size.
 *
 * What a stream hands out points into the buffer, and holds until more is asked for. The buffer
 * lives in the arena; the descriptor is open until stream_close.
 */
#ifndef LOAD_STREAM_H
#define LOAD_STREAM_H

#include "base/error.h"
#include "base/file.h"

#include <stdint.h>

enum { STREAM_CAPACITY = 1 << 20 };

typedef struct Stream {
    const char *path; /* for messages */
    int descriptor;
    bool ended;  /* nothing is left to be read into the buffer */
    char *data;  /* at the place in the file that is `offset` bytes from its beginning */
    size_t size; /* bytes there */
    uint64_t offset;
    char *buffer;
} Stream;

bool stream_open(Arena *arena, const char *path, Stream *stream, Error *error);

/* May be called twice. */
void stream_close(Stream *stream);

/* Has at least `size` bytes at `data`, at most STREAM_CAPACITY, unless the file ends before. */
bool stream_need(Stream *stream, size_t size, Error *error);

/* Goes on by so many bytes of those there. */
void stream_skip(Stream *stream, size_t size);

/* The length of the line at `data` without its newline, and `*whole`, the length with it: 0 at the
   end of the file. Fails if the line is longer than the buffer; `line` is its number. */
bool stream_line(Stream *stream, long line, size_t *length, size_t *whole, Error *error);

#endif
