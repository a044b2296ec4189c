#include "base/base.h"

#include <libgen.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 16 };

size_t read_some(int descriptor, const char *name, const uintmax_t *offset, char *to, size_t room)
{
    ssize_t count;
    do
        count = offset ? pread(descriptor, to, room, (off_t)*offset) : read(descriptor, to, room);
    while (count < 0 && errno == EINTR && !interrupted());
    if (count < 0 || interrupted())
        fail("%s: %s", name, strerror(count < 0 ? errno : EINTR));
    return (size_t)count;
}

void file_read_at(int descriptor, const char *name, uintmax_t offset, char *to, size_t size)
{
    for (size_t got = 0; size; offset += got, to += got, size -= got) {
        got = read_some(descriptor, name, &offset, to, size);
        if (!got)
            fail("%s: became shorter while it was read: it ends before byte %ju", name,
                 offset + size);
    }
}

Bytes file_read_open(Arena *arena, int descriptor, const char *name, size_t limit)
{
    struct stat status;
    size_t size = 0, capacity = FIRST_CAPACITY;
    /* room for one byte more than a regular file has, so that the last read sees its end */
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        capacity = (size_t)status.st_size + 1;
    capacity = capacity <= limit ? capacity : limit + 1;
    char *data = arena_alloc(arena, capacity + 1, 1);
    for (size_t got = 1; got; size += got) {
        if (size > limit)
            fail("%s: larger than the limit of %zu bytes", name, limit);
        if (size == capacity) {
            capacity = capacity <= limit / 2 ? 2 * capacity : limit + 1;
            data = memcpy(arena_alloc(arena, capacity + 1, 1), data, size);
        }
        got = read_some(descriptor, name, NULL, data + size, capacity - size);
    }
    data[size] = '\0'; /* if the file shrank meanwhile, other bytes are left there */
    return (Bytes){data, size};
}

void fail_file(const char *path)
{
    fail("%.4096s: %s", path, strerror(errno)); /* no file has a longer one */
}

int file_open(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        fail_file(path);
    return descriptor;
}

void file_close(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

Bytes file_read(Arena *arena, const char *path, size_t limit)
{
    ENDED_BY(file_close) int descriptor = file_open(path);
    return file_read_open(arena, descriptor, path, limit);
}

bool bytes_begin_with(Bytes bytes, const char *beginning)
{
    size_t length = strlen(beginning);
    return bytes.size >= length && !memcmp(bytes.data, beginning, length);
}

bool take_line(Bytes *rest, char end, Bytes *line)
{
    const char *at = rest->data, *stop = at + rest->size;
    if (!rest->size)
        return false;
    while (at < stop && *at != '\n' && *at != end)
        at++;
    *line = (Bytes){rest->data, (size_t)(at - rest->data)};
    at += at < stop;
    *rest = (Bytes){at, (size_t)(stop - at)};
    return true;
}

double disk_left(Arena *arena, const char *path)
{
    struct statvfs of;
    for (const char *folder; statvfs(path, &of) != 0; path = folder) {
        folder = dirname(arena_strdup(arena, path));
        if (!strcmp(folder, path))
            return INFINITY;
    }
    return of.f_blocks ? (double)of.f_bavail * (double)of.f_frsize : INFINITY;
}
