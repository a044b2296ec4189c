#include "base/folder.h"

#include <libgen.h>
#include <unistd.h>

enum { PERMISSIONS = 0666 };

/* ---- Temporary files ---- */

const char *temporary_name(Arena *arena, const char *prefix, int *number)
{
    return arena_format(arena, "%s.attnviz-%ld-%d.tmp", prefix, (long)getpid(), (*number)++);
}

FILE *temporary_open(Arena *arena, int folder, const char *prefix, int *number, const char **name)
{
    int descriptor;
    do {
        *name = temporary_name(arena, prefix, number);
        descriptor = openat(folder, *name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS);
    } while (descriptor < 0 && errno == EEXIST);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!stream && descriptor >= 0) {
        int reason = errno;
        close(descriptor);
        unlinkat(folder, *name, 0);
        errno = reason;
    }
    return stream;
}

bool temporary_close(FILE *stream)
{
    errno = 0;
    bool lost = ferror(stream); /* errno is stale, unless fclose fails, too */
    lost |= fclose(stream) != 0;
    if (!errno)
        errno = EIO;
    return !lost;
}

/* ---- One file ---- */

typedef struct WholeFile {
    FILE *stream;
    const char *name;      /* as given, for messages */
    const char *path;      /* the file to be replaced */
    const char *folder;    /* its folder */
    const char *temporary; /* the temporary file */
    WriteFile *write;
    const void *data;
    Undoing undoing; /* removes the temporary file on a signal: the WholeFile must not move */
} WholeFile;

static bool fail_file(const char *name, Error *error)
{
    return fail(error, "%s: %s", name, strerror(errno));
}

/* Fails for what a rename would wrongly replace. */
static bool check_replaceable(const char *name, const char *path, Error *error)
{
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (ends_with(name, "/") || (there && S_ISDIR(status.st_mode)))
        return fail(error, "%s: is a folder, not the name of a file", name);
    if (!there)
        return errno == ENOENT || fail_file(name, error);
    if (!S_ISREG(status.st_mode))
        return fail(error, "%s: not a regular file", name);
    return access(path, W_OK) == 0 || fail_file(name, error);
}

static void remove_temporary(const void *what)
{
    const WholeFile *file = what;
    unlink(file->temporary);
}

static bool begin(Arena *arena, const char *path, WholeFile *file, Error *error)
{
    if (!*path)
        return fail(error, "the output file's name is empty");
    char *real = realpath(path, NULL); /* links resolved; NULL if there is no file yet */
    *file = (WholeFile){.name = path, .path = real ? arena_strdup(arena, real) : path};
    free(real);
    if (!check_replaceable(path, file->path, error))
        return false;
    file->folder = dirname(arena_strdup(arena, file->path));
    int number = 0;
    file->undoing = (Undoing){.undo = remove_temporary, .what = file};
    interrupt_hold();
    file->stream = temporary_open(arena, AT_FDCWD, arena_format(arena, "%s/", file->folder),
                                  &number, &file->temporary);
    if (file->stream)
        interrupt_undoes(&file->undoing);
    interrupt_release();
    return file->stream || fail_file(path, error);
}

bool whole_file_check(Arena *arena, const char *path, Error *error)
{
    WholeFile file;
    if (!begin(arena, path, &file, error))
        return false;
    fclose(file.stream);
    bool removed = unlink(file.temporary) == 0 || fail_file(path, error);
    interrupt_forgets(&file.undoing);
    return removed;
}

/* Waits until a file's bytes, or a folder's entries, are on disk. */
static bool reach_disk(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    /* where the file system has no fsync, there is nothing to wait for */
    bool there = fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return there;
}

static bool write_and_close(void *data, Error *error)
{
    const WholeFile *file = data;
    file->write(file->stream, file->data);
    return temporary_close(file->stream) || fail_file(file->name, error);
}

bool whole_file_write(Arena *arena, const char *path, WriteFile *write, const void *data,
                      Error *error)
{
    WholeFile file;
    if (!begin(arena, path, &file, error))
        return false;
    file.write = write;
    file.data = data;
    bool placed = attempt(write_and_close, &file, error) &&
                  ((reach_disk(file.temporary) && rename(file.temporary, file.path) == 0) ||
                   fail_file(path, error));
    interrupt_forgets(&file.undoing);
    if (placed)
        return reach_disk(file.folder) || fail_file(path, error);
    unlink(file.temporary);
    return false;
}
