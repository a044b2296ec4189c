/* A file of any size, or a pipe, read in one pass through a buffer of fixed size.
 *
 * What a stream hands out points into the buffer, and holds until more is asked for; it may be
 * written to. The buffer lives in the arena; the descriptor is open until stream_close.
 */
#pragma once

#include "base/base.h"

#ifdef ATTNVIZ_FUZZ
enum { STREAM_CAPACITY = 1 << 17 }; /* made quickly, a hundred thousand times */
#else
enum { STREAM_CAPACITY = 1 << 20 };
#endif

enum { STREAM_ROOM = 64 }; /* bytes behind what is handed out that may be read, whatever they are */

typedef struct Stream {
    const char *path; /* for messages */
    int descriptor;
    bool ended;  /* nothing is left to be read into the buffer */
    char *data;  /* at the place in the file that is `offset` bytes from its beginning */
    size_t size; /* bytes there */
    uint64_t offset;
    long line; /* lines handed out so far */
    char *buffer;
} Stream;

/* To be closed also when this fails. */
bool stream_open(Arena *arena, const char *path, Stream *stream, Error *error);

/* Whether that is a file and no pipe. Of what is not there, too: opening it will say so. */
bool can_be_read_again(const char *path);

/* May be called twice. */
void stream_close(Stream *stream);

/* Has at least `size` bytes at `data`, at most STREAM_CAPACITY, unless the file ends before. */
bool stream_need(Stream *stream, size_t size, Error *error);

/* Goes on by so many bytes of those there. */
void stream_skip(Stream *stream, size_t size);

/* Goes on behind the next line and hands it out without its newline; its data is NULL at the end of
   the file. Fails if it is longer than the buffer. */
bool stream_line(Stream *stream, Bytes *line, Error *error);
