#include "base/folder.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/manifest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANIFEST_LIMIT = 1 << 24, PERMISSIONS = 0666, FOLDER_PERMISSIONS = 0777 };

/* A folder that was missing. */
typedef struct Made {
    struct Made *outer;
    const char *path;
} Made;

/* A file on its way from its temporary name to its own. */
typedef struct Entry {
    struct Entry *next;
    const char *name;
    const char *temporary; /* NULL when there is no such file, or none any more */
    Record record;         /* once it is written */
} Entry;

struct Folder {
    Arena *arena;
    const char *path;
    int descriptor; /* −1 when closed */
    bool locked;
    Made *made;      /* innermost first */
    Manifest before; /* what earlier runs wrote */
    Entry *first, *last;
    int count;
    Entry either;    /* the manifest in force during the commit: what was and what will be there */
    Entry after;     /* the manifest when it is done */
    int temporaries; /* how many names were given */
    FILE *stream;    /* of the last entry while it is written */
};

static bool fail_file(const Folder *folder, const char *name, Error *error)
{
    return fail(error, "%s/%s: %s", folder->path, name, strerror(errno));
}

/* ---- Making and opening ---- */

/* Makes one folder if it is not there. errno says why not. */
static bool make_one(Folder *folder, const char *path)
{
    if (mkdir(path, FOLDER_PERMISSIONS) != 0)
        return errno == EEXIST;
    Made *made = arena_alloc(folder->arena, 1, sizeof *made);
    *made = (Made){folder->made, path};
    folder->made = made;
    return true;
}

/* "a/b/c/" → "a/b"; NULL for what has no parent in its name. */
static const char *parent_of(Arena *arena, const char *path)
{
    size_t length = strlen(path);
    while (length && path[length - 1] == '/')
        length--;
    while (length && path[length - 1] != '/')
        length--;
    while (length && path[length - 1] == '/')
        length--;
    return length ? arena_strndup(arena, path, length) : NULL;
}

static bool make_with_parents(Folder *folder, const char *path)
{
    if (make_one(folder, path))
        return true;
    if (errno != ENOENT)
        return false;
    const char *parent = parent_of(folder->arena, path);
    return parent && make_with_parents(folder, parent) && make_one(folder, path);
}

/* One run at a time. Where the file system has no locks, temporary names still differ. */
static bool lock(Folder *folder, Error *error)
{
    folder->locked = flock(folder->descriptor, LOCK_EX | LOCK_NB) == 0;
    if (!folder->locked && errno == EWOULDBLOCK)
        return fail(error, "%s: another run is writing into this folder", folder->path);
    return true;
}

static bool read_manifest(Folder *folder, Error *error)
{
    const char *name = arena_format(folder->arena, "%s/" MANIFEST_NAME, folder->path);
    struct stat status;
    int descriptor =
        openat(folder->descriptor, MANIFEST_NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT)
        return true;
    Bytes bytes;
    bool readable = descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                    file_read_open(folder->arena, descriptor, name, MANIFEST_LIMIT, &bytes, error);
    if (descriptor >= 0)
        close(descriptor);
    if (!readable || !manifest_parse(&folder->before, bytes.data, bytes.size))
        return fail(error,
                    "%s: not attnviz's list of the files it wrote; move it away or choose another "
                    "folder",
                    name);
    return true;
}

/* ".attnviz-1234-5.tmp": see open_temporary. */
static bool is_temporary(const char *name)
{
    static const char prefix[] = MANIFEST_NAME "-", digits[] = "0123456789";
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    name += strlen(prefix);
    size_t process = strspn(name, digits), number = 0;
    if (process && name[process] == '-')
        number = strspn(name + process + 1, digits);
    return number && strcmp(name + process + 1 + number, ".tmp") == 0;
}

/* Removes what a killed run left. Under the lock nobody is writing it. */
static void remove_stale(const Folder *folder)
{
    int descriptor = openat(folder->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!listing)
        return;
    const struct dirent *found;
    while ((found = readdir(listing)))
        if (is_temporary(found->d_name))
            unlinkat(folder->descriptor, found->d_name, 0);
    closedir(listing);
}

static bool open_folder(Folder *folder, Error *error)
{
    if (!*folder->path)
        return fail(error, "the output folder's name is empty");
    if (make_with_parents(folder, folder->path))
        folder->descriptor = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->descriptor < 0)
        return fail(error, "%s: %s", folder->path, strerror(errno));
    if (!lock(folder, error) || !read_manifest(folder, error))
        return false;
    if (folder->locked)
        remove_stale(folder);
    return true;
}

Folder *folder_open(Arena *arena, const char *path, Error *error)
{
    Folder *folder = arena_alloc(arena, 1, sizeof *folder);
    *folder = (Folder){.arena = arena,
                       .path = arena_strdup(arena, path),
                       .descriptor = -1,
                       .before = manifest_new(arena)};
    if (open_folder(folder, error))
        return folder;
    folder_abandon(folder);
    return NULL;
}

/* ---- Writing one file ---- */

static bool is_ours(const Folder *folder, const char *name)
{
    Record record;
    return manifest_has_name(&folder->before, name) &&
           manifest_measure(folder->descriptor, name, &record) &&
           manifest_has(&folder->before, record);
}

static bool exists(const Folder *folder, const char *name)
{
    struct stat status;
    return fstatat(folder->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool check_free(const Folder *folder, const char *name, Error *error)
{
    if (!exists(folder, name) || is_ours(folder, name))
        return true;
    return fail(error,
                "%s/%s: not written by attnviz, or changed since; move it away or choose another "
                "folder",
                folder->path, name);
}

/* A name of its own even among the runs of a file system without locks. */
static FILE *open_temporary(Folder *folder, Entry *entry, Error *error)
{
    int descriptor;
    do {
        entry->temporary = arena_format(folder->arena, MANIFEST_NAME "-%ld-%d.tmp", (long)getpid(),
                                        folder->temporaries++);
        descriptor = openat(folder->descriptor, entry->temporary,
                            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS);
    } while (descriptor < 0 && errno == EEXIST);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!stream)
        fail_file(folder, entry->name, error);
    if (!stream && descriptor >= 0)
        close(descriptor);
    return stream;
}

static bool close_temporary(const Folder *folder, FILE *stream, Entry *entry, Error *error)
{
    errno = 0;
    bool written = fflush(stream) == 0 && !ferror(stream);
    int reason = errno;
    if (fclose(stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    errno = reason ? reason : EIO;
    if (!written || !manifest_measure(folder->descriptor, entry->temporary, &entry->record))
        return fail_file(folder, entry->name, error);
    entry->record.name = entry->name;
    return true;
}

FILE *folder_begin(Folder *folder, const char *name, Error *error)
{
    CHECK(manifest_allows(name), "'%s'", name);
    CHECK(!folder->stream, "'%s' while '%s' is open", name, folder->last->name);
    if (!check_free(folder, name, error))
        return NULL;
    Entry *entry = arena_alloc(folder->arena, 1, sizeof *entry);
    entry->name = arena_strdup(folder->arena, name);
    *(folder->last ? &folder->last->next : &folder->first) = entry;
    folder->last = entry;
    folder->count++;
    folder->stream = open_temporary(folder, entry, error);
    return folder->stream;
}

bool folder_end(Folder *folder, Error *error)
{
    FILE *stream = folder->stream;
    CHECK(stream, "no file was begun");
    folder->stream = NULL;
    return close_temporary(folder, stream, folder->last, error) &&
           (!interrupted() || fail(error, "interrupted"));
}

const char *const *folder_names(const Folder *folder, int *count)
{
    const char **names = arena_alloc(folder->arena, (size_t)folder->count, sizeof *names);
    *count = 0;
    for (const Entry *e = folder->first; e; e = e->next)
        names[(*count)++] = e->name;
    return names;
}

/* ---- Committing ---- */

static bool write_manifest(Folder *folder, Entry *entry, const Manifest *manifest, Error *error)
{
    entry->name = MANIFEST_NAME;
    FILE *stream = open_temporary(folder, entry, error);
    if (!stream)
        return false;
    manifest_print(manifest, stream);
    return close_temporary(folder, stream, entry, error);
}

static bool place(const Folder *folder, Entry *entry, Error *error)
{
    if (renameat(folder->descriptor, entry->temporary, folder->descriptor, entry->name) != 0)
        return fail_file(folder, entry->name, error);
    entry->temporary = NULL;
    return true;
}

/* Whatever can fail and change nothing. */
static bool prepare(Folder *folder, const Manifest *after, Error *error)
{
    Manifest either = manifest_new(folder->arena);
    for (int i = 0; i < folder->before.count; i++)
        manifest_add(&either, folder->before.records[i]);
    for (int i = 0; i < after->count; i++)
        manifest_add(&either, after->records[i]);
    for (const Entry *e = folder->first; e; e = e->next)
        if (!check_free(folder, e->name, error))
            return false;
    return write_manifest(folder, &folder->either, &either, error) &&
           write_manifest(folder, &folder->after, after, error) &&
           (!interrupted() || fail(error, "interrupted"));
}

/* Removes what earlier runs wrote and this one did not, unless it was changed since. */
static bool remove_others(const Folder *folder, const Manifest *after, Error *error)
{
    const char *last = "";
    for (int i = 0; i < folder->before.count; i++) {
        const char *name = folder->before.records[i].name;
        bool seen = strcmp(name, last) == 0;
        last = name;
        if (!seen && !manifest_has_name(after, name) && is_ours(folder, name) &&
            unlinkat(folder->descriptor, name, 0) != 0)
            return fail_file(folder, name, error);
    }
    return true;
}

static Manifest list_entries(const Folder *folder)
{
    Manifest list = manifest_new(folder->arena);
    for (const Entry *e = folder->first; e; e = e->next)
        manifest_add(&list, e->record);
    manifest_sort(&list);
    for (int i = 1; i < list.count; i++)
        CHECK(strcmp(list.records[i - 1].name, list.records[i].name) != 0, "'%s' written twice",
              list.records[i].name);
    return list;
}

/* Killed at any point, it leaves a manifest under which every file of either run is attnviz's. */
bool folder_commit(Folder *folder, Error *error)
{
    CHECK(!folder->stream, "'%s' is open", folder->last->name);
    Manifest after = list_entries(folder);
    if (!prepare(folder, &after, error) || !place(folder, &folder->either, error))
        return false;
    folder->made = NULL; /* from here on they stay */
    for (Entry *e = folder->first; e; e = e->next)
        if (!place(folder, e, error))
            return false;
    return remove_others(folder, &after, error) && place(folder, &folder->after, error);
}

/* ---- Closing ---- */

static void discard(const Folder *folder, Entry *entry)
{
    if (entry->temporary)
        unlinkat(folder->descriptor, entry->temporary, 0);
    entry->temporary = NULL;
}

void folder_abandon(Folder *folder)
{
    if (!folder)
        return;
    if (folder->stream)
        fclose(folder->stream);
    folder->stream = NULL;
    if (folder->descriptor >= 0) {
        for (Entry *e = folder->first; e; e = e->next)
            discard(folder, e);
        discard(folder, &folder->either);
        discard(folder, &folder->after);
    }
    for (; folder->made; folder->made = folder->made->outer)
        rmdir(folder->made->path); /* refused when files are in it: then it stays */
    if (folder->descriptor >= 0)
        close(folder->descriptor);
    folder->descriptor = -1;
}
