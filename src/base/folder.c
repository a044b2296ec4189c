#include "base/folder.h"

#include <dirent.h>
#include <libgen.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    MANIFEST_LIMIT = 1 << 24,
    FOLDER_PERMISSIONS = 0777,
    MOST_OTHERS = 8, /* files in a folder that is given to attnviz */
};

/* A folder that was missing. */
typedef struct Made {
    struct Made *outer;
    const char *path;
} Made;

/* A name in the folder that the commit changes. */
typedef struct Entry {
    const char *name;
    const char *temporary; /* the new file until it is placed; NULL for none, or none any more */
    const char *aside;     /* for what had the name, until all are placed: once it is, no memory is
                              asked for */
    const char *line;      /* of the list */
} Entry;

struct Folder {
    Arena *arena;
    const char *path;
    FileKinds *kinds;
    int descriptor; /* −1 when closed */
    bool locked, listed;
    Made *made;    /* innermost first */
    Bytes before;  /* the list of what earlier runs wrote, … */
    Lexicon lines; /* … and its lines */
    /* The commit goes through them in this order, and backwards when it fails: the list in force
       meanwhile (what was and what will be there), the files written, those removed, the list. */
    Entry *entries;
    int count;
    int written;     /* how many files follow the first entry */
    int temporaries; /* how many names were given */
    FILE *stream;    /* of the last entry while it is written */
    Undoing undoing; /* what a signal does, outside of what is held */
};

static bool fail_file(const Folder *folder, const char *name, Error *error)
{
    return fail(error, "%s/%s: %s", folder->path, name, strerror(errno));
}

static Entry *add_entry(Folder *folder, const char *name)
{
    Entry entry = {.name = arena_strdup(folder->arena, name)};
    folder->entries =
        arena_append(folder->arena, folder->entries, &folder->count, &entry, sizeof entry);
    return &folder->entries[folder->count - 1];
}

/* ---- Making and opening ---- */

/* Makes a folder and its parents where they are not there. errno says why not. */
static bool make_with_parents(Folder *folder, const char *path)
{
    Made *made = arena_alloc(folder->arena, 1, sizeof *made);
    if (mkdir(path, FOLDER_PERMISSIONS) != 0 &&
        !(errno == ENOENT &&
          make_with_parents(folder, dirname(arena_strdup(folder->arena, path))) &&
          mkdir(path, FOLDER_PERMISSIONS) == 0))
        return errno == EEXIST;
    *made = (Made){folder->made, path};
    folder->made = made;
    return true;
}

static bool read_manifest(Folder *folder, Error *error)
{
    const char *name = arena_format(folder->arena, "%s/" MANIFEST_NAME, folder->path);
    ENDED_BY(file_close) int in = open_regular(folder->descriptor, MANIFEST_NAME, MANIFEST_LIMIT);
    if (in < 0 && errno)
        return errno == ENOENT || fail_file(folder, MANIFEST_NAME, error);
    Bytes *list = &folder->before;
    if (in >= 0 && !file_read_open(folder->arena, in, name, MANIFEST_LIMIT, list, error))
        return false;
    folder->listed = in >= 0 && (!list->size || bytes_begin_with(*list, MANIFEST_HEADER));
    for (Bytes rest = *list, line; take_line(&rest, '\n', &line);)
        lexicon_add(&folder->lines, arena_strndup(folder->arena, line.data, line.size));
    return folder->listed ||
           fail(error,
                "%s: not attnviz's list of the files it wrote; move it away or choose another "
                "folder",
                name);
}

/* ".attnviz-1234-5.tmp": see temporary_name. */
static bool is_temporary(const char *name)
{
    int end = 0;
    sscanf(name, MANIFEST_NAME "-%*[0-9]-%*[0-9].tmp%n", &end);
    return end && !name[end];
}

/* Fails where others live, as in / or at home: without a list, where there are folders (or what the
   file system does not tell from them) or many files. Hidden ones are no obstacle. Else removes
   what a killed run left: under the lock nobody is writing it. */
static bool look_around(const Folder *folder, Error *error)
{
    int descriptor = openat(folder->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!listing)
        return fail(error, "%s: %s", folder->path, strerror(errno));
    int others = 0;
    const struct dirent *found;
    while (!folder->listed && (found = readdir(listing)))
        if (found->d_name[0] != '.')
            others += found->d_type == DT_DIR || found->d_type == DT_UNKNOWN ? MOST_OTHERS + 1 : 1;
    bool ours = others <= MOST_OTHERS;
    rewinddir(listing);
    while (ours && folder->locked && (found = readdir(listing)))
        if (is_temporary(found->d_name))
            unlinkat(folder->descriptor, found->d_name, 0);
    closedir(listing);
    return ours || fail(error,
                        "%s: not made by attnviz, and holds folders or more than %d files; choose "
                        "another",
                        folder->path, MOST_OTHERS);
}

static bool open_folder(void *data, Error *error)
{
    Folder *folder = data;
    if (!*folder->path)
        return fail(error, "the folder's name is empty");
    if (make_with_parents(folder, folder->path))
        folder->descriptor = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->descriptor < 0)
        return fail(error, "%s: %s", folder->path, strerror(errno));
    /* one run at a time; where the file system has no locks, temporary names still differ */
    folder->locked = flock(folder->descriptor, LOCK_EX | LOCK_NB) == 0;
    if (!folder->locked && errno == EWOULDBLOCK)
        return fail(error, "%s: another run is writing into this folder", folder->path);
    return read_manifest(folder, error) && look_around(folder, error);
}

/* Removes the files that have temporary names; of a closed folder none are found. */
static void discard_all(const Folder *folder)
{
    for (const Entry *e = folder->entries; e < folder->entries + folder->count; e++) {
        if (e->temporary)
            unlinkat(folder->descriptor, e->temporary, 0);
        if (e->aside)
            unlinkat(folder->descriptor, e->aside, 0);
    }
}

static void undo(const void *what)
{
    const Folder *folder = what;
    discard_all(folder);
    for (const Made *m = folder->made; m; m = m->outer)
        rmdir(m->path); /* refused when files are in it: then it stays */
}

Folder *folder_open(Arena *arena, const char *path, FileKinds *kinds, Error *error)
{
    Folder *folder = arena_alloc(arena, 1, sizeof *folder);
    *folder = (Folder){.arena = arena,
                       .path = arena_strdup(arena, path),
                       .kinds = kinds,
                       .descriptor = -1,
                       .lines = lexicon_new(arena)};
    add_entry(folder, MANIFEST_NAME);
    folder->undoing = (Undoing){.undo = undo, .what = folder};
    interrupt_undoes(&folder->undoing);
    interrupt_hold();
    bool open = attempt(open_folder, folder, error);
    interrupt_release();
    if (open)
        return folder;
    folder_abandon(folder);
    return NULL;
}

/* ---- Writing one file ---- */

/* errno is 0 if it is not, and says what went wrong if that cannot be told. */
static bool is_ours(const Folder *folder, const char *name)
{
    const char *line = manifest_line(folder->arena, folder->kinds, folder->descriptor, name, name);
    return line && lexicon_find(&folder->lines, line) >= 0;
}

static bool check_free(const Folder *folder, const char *name, Error *error)
{
    struct stat status;
    if (fstatat(folder->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        is_ours(folder, name))
        return true;
    if (errno)
        return fail_file(folder, name, error);
    return fail(error,
                "%s/%s: not written by attnviz, or changed since; move it away or choose another "
                "folder",
                folder->path, name);
}

FILE *folder_begin(Folder *folder, const char *name, Error *error)
{
    CHECK(manifest_kind(folder->kinds, name), "'%s' is of no kind", name);
    CHECK(!folder->stream, "'%s' while another file is open", name);
    if (!check_free(folder, name, error))
        return NULL;
    interrupt_hold();
    folder->written++;
    folder->stream = temporary_open(folder->arena, folder->descriptor, "", &folder->temporaries,
                                    &add_entry(folder, name)->temporary);
    if (!folder->stream)
        fail_file(folder, name, error);
    interrupt_release();
    return folder->stream;
}

bool folder_end(Folder *folder, Error *error)
{
    Entry *entry = &folder->entries[folder->written];
    FILE *stream = folder->stream;
    CHECK(stream, "no file was begun");
    folder->stream = NULL;
    if (!temporary_close(stream))
        return fail_file(folder, entry->name, error);
    entry->line = manifest_line(folder->arena, folder->kinds, folder->descriptor, entry->temporary,
                                entry->name);
    if (!entry->line && !errno)
        errno = EIO; /* it does not read as it was written */
    return entry->line || fail_file(folder, entry->name, error);
}

bool folder_put(Folder *folder, const char *name, Bytes bytes, Error *error)
{
    FILE *out = folder_begin(folder, name, error);
    if (out)
        fwrite(bytes.data, 1, bytes.size, out); /* a failure stays in the stream */
    return out && folder_end(folder, error);
}

const char *const *folder_names(const Folder *folder, int *count)
{
    const char **names = arena_alloc(folder->arena, (size_t)folder->written, sizeof *names);
    *count = folder->written;
    for (int i = 0; i < *count; i++)
        names[i] = folder->entries[1 + i].name;
    return names;
}

/* ---- Committing ---- */

static int compare_names(const void *left, const void *right)
{
    const Entry *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* The lines of the files written, by name. */
static const char *list_written(Folder *folder)
{
    Text list = text_new(folder->arena);
    Entry *files = folder->entries + 1;
    qsort(files, (size_t)folder->written, sizeof *files, compare_names);
    for (int i = 0; i < folder->written; i++) {
        CHECK(!i || strcmp(files[i - 1].name, files[i].name), "'%s' twice", files[i].name);
        text_format(&list, "%s\n", files[i].line);
    }
    return list.data;
}

static bool write_list(Folder *folder, const char *before, const char *lines,
                       const char **temporary, Error *error)
{
    FILE *stream =
        temporary_open(folder->arena, folder->descriptor, "", &folder->temporaries, temporary);
    if (stream)
        fprintf(stream, "%s%s", before, lines);
    return (stream && temporary_close(stream)) || fail_file(folder, MANIFEST_NAME, error);
}

/* What earlier runs wrote and this one did not goes, unless it was changed since. */
static bool list_removals(Folder *folder, Error *error)
{
    for (int i = 0; i < folder->lines.count; i++) {
        const char *name = manifest_name(folder->lines.words[i]);
        if (find_named(folder->entries, folder->count, sizeof *folder->entries, name))
            continue;
        if (is_ours(folder, name))
            add_entry(folder, name);
        else if (errno)
            return fail_file(folder, name, error);
    }
    return true;
}

/* The lists that will be in force: meanwhile and after; and that which was. */
static bool write_lists(Folder *folder, const char *lines, Error *error)
{
    if (!list_removals(folder, error))
        return false;
    Entry *after = add_entry(folder, MANIFEST_NAME), *meanwhile = &folder->entries[0];
    const char *before = folder->before.size ? folder->before.data : MANIFEST_HEADER;
    if (!write_list(folder, before, lines, &meanwhile->temporary, error) ||
        !write_list(folder, MANIFEST_HEADER, lines, &after->temporary, error) ||
        (folder->listed && !write_list(folder, before, "", &meanwhile->aside, error)))
        return false;
    for (Entry *e = folder->entries; e < folder->entries + folder->count; e++)
        if (!e->aside)
            e->aside = temporary_name(folder->arena, "", &folder->temporaries);
    return true;
}

/* Whatever can fail and change nothing. */
static bool prepare(Folder *folder, Error *error)
{
    const char *lines = list_written(folder);
    for (int i = 1; i <= folder->written; i++)
        if (!check_free(folder, folder->entries[i].name, error))
            return false;
    interrupt_hold();
    bool listed = write_lists(folder, lines, error);
    interrupt_release();
    memory_check();
    return listed;
}

/* Keeps what has an entry's name under another: as a second name, so that the first is never
   missing, where the file system can and something is to follow. Of the list there is a copy. */
static bool set_aside(const Folder *folder, const Entry *entry)
{
    int at = folder->descriptor;
    return !strcmp(entry->name, MANIFEST_NAME) ||
           (entry->temporary && linkat(at, entry->name, at, entry->aside, 0) == 0) ||
           renameat(at, entry->name, at, entry->aside) == 0 || errno == ENOENT;
}

static bool place(Folder *folder, Entry *entry)
{
    int at = folder->descriptor;
    if (!set_aside(folder, entry) ||
        (entry->temporary && renameat(at, entry->temporary, at, entry->name) != 0))
        return false;
    entry->temporary = NULL;
    return true;
}

/* Where nothing was set aside there was nothing before. */
static void put_back(const Folder *folder, Entry *entry, bool placed)
{
    int at = folder->descriptor;
    bool back = renameat(at, entry->aside, at, entry->name) == 0;
    if (!back && errno != ENOENT)
        entry->aside = NULL; /* perhaps the only copy: it is not removed by us */
    else if (!back && placed)
        unlinkat(at, entry->name, 0);
}

/* Puts all in their places, or none. */
static bool place_all(Folder *folder, Error *error)
{
    int placed = 0;
    while (placed < folder->count && place(folder, &folder->entries[placed]))
        placed++;
    if (placed == folder->count) {
        folder->made = NULL; /* they stay */
        discard_all(folder);
        return true;
    }
    fail_file(folder, folder->entries[placed].name, error);
    for (int i = placed; i >= 0; i--)
        put_back(folder, &folder->entries[i], i < placed);
    return false;
}

/* Killed at any point, it leaves a list under which every file of either run is attnviz's. */
bool folder_commit(Folder *folder, Error *error)
{
    CHECK(!folder->stream, "a file is open");
    if (!prepare(folder, error))
        return false;
    interrupt_hold();
    bool placed = place_all(folder, error);
    interrupt_release();
    return placed;
}

/* ---- Closing ---- */

void folder_abandon(Folder *folder)
{
    if (!folder)
        return;
    if (folder->stream)
        fclose(folder->stream);
    folder->stream = NULL;
    undo(folder);
    folder->made = NULL;
    interrupt_forgets(&folder->undoing);
    file_close(&folder->descriptor);
}
