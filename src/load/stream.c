#include "load/files.h"

Stream stream_open(Arena *arena, const char *path)
{
    char *buffer = arena_alloc(arena, STREAM_CAPACITY + STREAM_ROOM, 1);
    return (Stream){path, file_open(path), .data = buffer, .buffer = buffer};
}

void stream_need(Stream *stream, size_t size)
{
    CHECK(size <= STREAM_CAPACITY, "%zu", size);
    if (stream->size >= size || stream->ended)
        return;
    stream->data = memmove(stream->buffer, stream->data, stream->size);
    for (size_t got; stream->size < size && !stream->ended; stream->size += got) {
        got = read_some(stream->descriptor, stream->path, NULL, stream->data + stream->size,
                        STREAM_CAPACITY - stream->size);
        stream->ended = got == 0;
    }
}

void stream_skip(Stream *stream, size_t size)
{
    CHECK(size <= stream->size, "%zu of %zu", size, stream->size);
    stream->data += size;
    stream->size -= size;
    stream->offset += size;
}

Bytes stream_line(Stream *stream)
{
    const char *end = stream->size ? memchr(stream->data, '\n', stream->size) : NULL;
    if (!end) {
        stream_need(stream, STREAM_CAPACITY);
        end = memchr(stream->data, '\n', stream->size);
    }
    if (!end && stream->size == STREAM_CAPACITY)
        fail("%s:%ld: the line is longer than %d bytes", stream->path, stream->line + 1,
             STREAM_CAPACITY - 1);
    Bytes line = {stream->size ? stream->data : NULL,
                  end ? (size_t)(end - stream->data) : stream->size};
    stream->line += stream->size > 0;
    stream_skip(stream, line.size + (end != NULL));
    return line;
}
