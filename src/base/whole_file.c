#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PERMISSIONS = 0666 };

static bool fail_file(const char *name, Error *error)
{
    return fail(error, "%s: %s", name, strerror(errno));
}

/* What a rename would put itself in the place of. */
static bool check_replaceable(const char *name, const char *path, Error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno == ENOENT || fail_file(name, error);
    if (S_ISDIR(status.st_mode))
        return fail(error, "%s: is a folder, not the name of a file", name);
    if (!S_ISREG(status.st_mode))
        return fail(error, "%s: not a regular file", name);
    return access(path, W_OK) == 0 || fail_file(name, error);
}

/* The file behind links; the path itself if there is none yet. */
static const char *resolved(Arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    if (!real)
        return path;
    const char *copy = arena_strdup(arena, real);
    free(real);
    return copy;
}

/* "a/b" → "a/.attnviz-1234-0.tmp", a name that is free. */
static FILE *open_temporary(Arena *arena, WholeFile *file)
{
    const char *slash = strrchr(file->path, '/'), *base = slash ? slash + 1 : file->path;
    int folder = (int)(base - file->path), descriptor = -1;
    for (int i = 0; descriptor < 0; i++) {
        file->temporary =
            arena_format(arena, "%.*s.attnviz-%ld-%d.tmp", folder, file->path, (long)getpid(), i);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS);
        if (descriptor < 0 && errno != EEXIST)
            return NULL;
    }
    FILE *stream = fdopen(descriptor, "w");
    if (!stream) {
        int reason = errno;
        close(descriptor);
        unlink(file->temporary);
        errno = reason;
    }
    return stream;
}

bool whole_file_begin(Arena *arena, const char *path, WholeFile *file, Error *error)
{
    size_t length = strlen(path);
    if (!length)
        return fail(error, "the output file's name is empty");
    *file = (WholeFile){.name = path, .path = resolved(arena, path)};
    if (path[length - 1] == '/')
        return fail(error, "%s: is a folder, not the name of a file", path);
    if (!check_replaceable(path, file->path, error))
        return false;
    file->stream = open_temporary(arena, file);
    return file->stream || fail_file(path, error);
}

bool whole_file_check(Arena *arena, const char *path, Error *error)
{
    WholeFile file;
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    fclose(file.stream);
    return unlink(file.temporary) == 0 || fail_file(path, error);
}

bool whole_file_end(WholeFile *file, Error *error)
{
    errno = 0;
    bool written = fflush(file->stream) == 0 && !ferror(file->stream);
    int reason = errno;
    if (fclose(file->stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    file->stream = NULL;
    if (written && rename(file->temporary, file->path) == 0)
        return true;
    reason = written ? errno : reason;
    unlink(file->temporary);
    errno = reason ? reason : EIO;
    return fail_file(file->name, error);
}
