#include "base/folder.h"

#include <libgen.h>
#include <unistd.h>

enum { PERMISSIONS = 0666 };

/* ---- Temporary files ---- */

const char *temporary_name(Arena *arena, const char *prefix, int *number)
{
    return arena_format(arena, "%s.attnviz-%ld-%d.tmp", prefix, (long)getpid(), (*number)++);
}

FILE *temporary_open(Arena *arena, const char *path, int folder, const char *prefix, int *number,
                     const char **name)
{
    int descriptor;
    do {
        *name = temporary_name(arena, prefix, number);
        descriptor = openat(folder, *name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS);
    } while (descriptor < 0 && errno == EEXIST);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!stream) {
        int reason = errno;
        file_close(&descriptor);
        fail("%s: %s", path, strerror(reason));
    }
    return stream;
}

void temporary_close(FILE **stream, const char *path)
{
    FILE *closed = *stream;
    *stream = NULL;
    errno = 0; /* stale; what failed before fails again, with its reason */
    bool lost = ferror(closed) && putc('\0', closed) <= 0;
    lost |= fclose(closed) != 0;
    if (lost)
        fail("%s: %s", path, strerror(errno ? errno : EIO));
}

/* ---- One file ---- */

typedef struct WholeFile {
    FILE *stream;
    const char *path;      /* the file to be replaced */
    const char *folder;    /* its folder */
    const char *temporary; /* the temporary file */
    Undoing undoing;       /* removes the temporary file on a signal: the WholeFile must not move */
} WholeFile;

/* Fails for what a rename would wrongly replace. */
static void check_replaceable(const char *name, const char *path)
{
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (ends_with(name, "/") || (there && S_ISDIR(status.st_mode)))
        fail("%s: is a folder, not the name of a file", name);
    if (there && !S_ISREG(status.st_mode))
        fail("%s: not a regular file", name);
    if (there ? access(path, W_OK) != 0 : errno != ENOENT)
        fail_file(name);
}

static void remove_temporary(const void *what)
{
    const WholeFile *file = what;
    unlink(file->temporary);
}

/* Without a temporary file left, nothing happens. */
static void abandon(WholeFile *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        remove_temporary(file);
    interrupt_forgets(&file->undoing);
}

static void begin(Arena *arena, const char *path, WholeFile *file)
{
    if (!*path)
        fail("the output file's name is empty");
    char *real = realpath(path, NULL); /* links resolved; NULL if there is no file yet */
    *file = (WholeFile){.path = real ? arena_strdup(arena, real) : path};
    free(real);
    check_replaceable(path, file->path);
    file->folder = dirname(arena_strdup(arena, file->path));
    int number = 0;
    file->undoing = (Undoing){.undo = remove_temporary, .what = file};
    INTERRUPTS_HELD;
    const char *prefix = arena_format(arena, "%s/", file->folder);
    file->stream = temporary_open(arena, path, AT_FDCWD, prefix, &number, &file->temporary);
    interrupt_undoes(&file->undoing);
}

void whole_file_check(Arena *arena, const char *path)
{
    ENDED_BY(abandon) WholeFile file = {0};
    begin(arena, path, &file);
    if (unlink(file.temporary) != 0)
        fail_file(path);
    file.temporary = NULL;
}

/* Waits until a file's bytes, or a folder's entries, are on disk. */
static void reach_disk(const char *path, const char *name)
{
    ENDED_BY(file_close) int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    /* where the file system has no fsync, there is nothing to wait for */
    if (descriptor < 0 || (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP))
        fail_file(name);
}

void whole_file_write(Arena *arena, const char *path, WriteFile *write, const void *data)
{
    ENDED_BY(abandon) WholeFile file = {0};
    begin(arena, path, &file);
    write(file.stream, data);
    memory_check();
    temporary_close(&file.stream, path);
    reach_disk(file.temporary, path);
    if (rename(file.temporary, file.path) != 0)
        fail_file(path);
    file.temporary = NULL;
    reach_disk(file.folder, path);
}
