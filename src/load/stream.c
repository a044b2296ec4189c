#include "load/files.h"

bool stream_open(Arena *arena, const char *path, Stream *stream, Error *error)
{
    *stream =
        (Stream){.path = path, .buffer = arena_alloc(arena, STREAM_CAPACITY + STREAM_ROOM, 1)};
    stream->data = stream->buffer;
    return file_open(path, &stream->descriptor, error);
}

bool can_be_read_again(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

bool stream_need(Stream *stream, size_t size, Error *error)
{
    CHECK(size <= STREAM_CAPACITY, "%zu", size);
    if (stream->size >= size || stream->ended)
        return true;
    stream->data = memmove(stream->buffer, stream->data, stream->size);
    for (size_t got; stream->size < size && !stream->ended; stream->size += got) {
        if (!read_some(stream->descriptor, stream->path, NULL, stream->data + stream->size,
                       STREAM_CAPACITY - stream->size, &got, error))
            return false;
        stream->ended = got == 0;
    }
    return true;
}

void stream_skip(Stream *stream, size_t size)
{
    CHECK(size <= stream->size, "%zu of %zu", size, stream->size);
    stream->data += size;
    stream->size -= size;
    stream->offset += size;
}

bool stream_line(Stream *stream, Bytes *line, Error *error)
{
    const char *end = stream->size ? memchr(stream->data, '\n', stream->size) : NULL;
    if (!end) {
        if (!stream_need(stream, STREAM_CAPACITY, error))
            return false;
        end = memchr(stream->data, '\n', stream->size);
    }
    if (!end && stream->size == STREAM_CAPACITY)
        return fail(error, "%s:%ld: the line is longer than %d bytes", stream->path,
                    stream->line + 1, STREAM_CAPACITY - 1);
    *line = (Bytes){stream->size ? stream->data : NULL,
                    end ? (size_t)(end - stream->data) : stream->size};
    stream->line += stream->size > 0;
    stream_skip(stream, line->size + (end != NULL));
    return true;
}
