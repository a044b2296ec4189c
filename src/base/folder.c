#include "base/folder.h"

#include <dirent.h>
#include <libgen.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    MANIFEST_LIMIT = 1 << 24,
    FOLDER_PERMISSIONS = 0777,
    MOST_OTHERS = 8, /* most files of others in a folder without a list */
};

/* A folder that was created. */
typedef struct Made {
    struct Made *outer;
    const char *path;
} Made;

/* A name in the folder that the commit writes or removes. */
typedef struct Entry {
    const char *name;
    const char *temporary; /* the new file until it is renamed; NULL if there is none (any more) */
    const char *aside;     /* where the old file is kept until all are in place; named beforehand,
                              so that the commit allocates nothing */
    const char *line;      /* its line in the list */
} Entry;

struct Folder {
    Arena *arena;
    const char *path;
    FileKinds *kinds;
    int descriptor; /* −1 when closed */
    bool locked, listed;
    Made *made;    /* linked from the innermost */
    Bytes before;  /* the list that earlier runs left, … */
    Lexicon lines; /* … and its lines */
    /* In the order in which the commit handles them (a rollback goes backwards): the list valid
       during the commit (old and new files), the files written, the files removed, the final
       list. */
    Entry *entries;
    int count;
    int written;     /* the number of files written, after the first entry */
    int temporaries; /* how many temporary names were given */
    FILE *stream;    /* of the last entry while it is written */
    Undoing undoing; /* run by a signal, except while signals are held */
};

static const char *path_of(const Folder *folder, const char *name)
{
    return arena_format(folder->arena, "%s/%s", folder->path, name);
}

static bool is_there(const Folder *folder, const char *name)
{
    struct stat status;
    return fstatat(folder->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

static Entry *add_entry(Folder *folder, const char *name)
{
    Entry entry = {.name = arena_strdup(folder->arena, name)};
    folder->entries =
        arena_append(folder->arena, folder->entries, &folder->count, &entry, sizeof entry);
    return &folder->entries[folder->count - 1];
}

/* ---- Making and opening ---- */

/* Creates a folder and its missing parents. errno says why it failed. */
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

static void read_manifest(Folder *folder)
{
    if (!is_there(folder, MANIFEST_NAME))
        return;
    const char *path = path_of(folder, MANIFEST_NAME);
    ENDED_BY(file_close)
    int in = open_regular(folder->descriptor, MANIFEST_NAME, path, MANIFEST_LIMIT);
    Bytes *list = &folder->before;
    if (in >= 0)
        *list = file_read_open(folder->arena, in, path, MANIFEST_LIMIT);
    folder->listed = in >= 0 && (!list->size || bytes_begin_with(*list, MANIFEST_HEADER));
    if (!folder->listed)
        fail("%s: not attnviz's list of the files it wrote; move it away or choose another folder",
             path);
    for (Bytes rest = *list, line; take_line(&rest, '\n', &line);)
        lexicon_add(&folder->lines, arena_strndup(folder->arena, line.data, line.size));
}

/* ".attnviz-1234-5.tmp": see temporary_name. */
static bool is_temporary(const char *name)
{
    int end = 0;
    sscanf(name, MANIFEST_NAME "-%*[0-9]-%*[0-9].tmp%n", &end);
    return end && !name[end];
}

/* Fails in a folder in use by others, such as / or a home directory: it has no list, and holds
   folders (or entries of unknown type) or many files, not counting hidden ones. Else removes the
   temporary files of a killed run: under the lock no other run is writing them. */
static void look_around(const Folder *folder)
{
    int descriptor = openat(folder->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!listing)
        fail_file(folder->path);
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
    if (!ours)
        fail("%s: not made by attnviz, and holds folders or more than %d files; choose another",
             folder->path, MOST_OTHERS);
}

static void open_folder(Folder *folder)
{
    if (!*folder->path)
        fail("the folder's name is empty");
    if (make_with_parents(folder, folder->path))
        folder->descriptor = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->descriptor < 0)
        fail_file(folder->path);
    /* one run at a time; on a file system without locks, temporary names still differ */
    folder->locked = flock(folder->descriptor, LOCK_EX | LOCK_NB) == 0;
    if (!folder->locked && errno == EWOULDBLOCK)
        fail("%s: another run is writing into this folder", folder->path);
    read_manifest(folder);
    look_around(folder);
}

/* Removes the temporary files; a closed folder finds none. */
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
        rmdir(m->path); /* fails if it holds files: then it stays */
}

Folder *folder_open(Arena *arena, const char *path, FileKinds *kinds)
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
    ENDED_BY(folder_close) Folder *opened = folder;
    INTERRUPTS_HELD;
    open_folder(folder);
    opened = NULL; /* the caller closes it */
    return folder;
}

/* ---- Writing one file ---- */

/* The list's line for `file` under this name; NULL if it is missing, or not ours. */
static const char *line_of(const Folder *folder, const char *file, const char *name)
{
    const FileKind *kind = manifest_kind(folder->kinds, name);
    const char *path = path_of(folder, name);
    ENDED_BY(file_close)
    int in = kind ? open_regular(folder->descriptor, file, path, SIZE_MAX) : -1;
    return in < 0 ? NULL : manifest_line(folder->arena, kind, name, (Bytes){"", 0}, in, path);
}

static bool is_ours(const Folder *folder, const char *name)
{
    const char *line = line_of(folder, name, name);
    return line && lexicon_find(&folder->lines, line) >= 0;
}

static void check_free(const Folder *folder, const char *name)
{
    if (is_there(folder, name) && !is_ours(folder, name))
        fail("%s/%s: not written by attnviz, or changed since; move it away or choose another "
             "folder",
             folder->path, name);
}

static FILE *open_temporary(Folder *folder, const char *name, const char **temporary)
{
    return temporary_open(folder->arena, path_of(folder, name), folder->descriptor, "",
                          &folder->temporaries, temporary);
}

FILE *folder_begin(Folder *folder, const char *name)
{
    CHECK(manifest_kind(folder->kinds, name), "'%s' is of no kind", name);
    CHECK(!folder->stream, "'%s' while another file is open", name);
    INTERRUPTS_HELD;
    folder->written++;
    return folder->stream = open_temporary(folder, name, &add_entry(folder, name)->temporary);
}

void folder_end(Folder *folder)
{
    Entry *entry = &folder->entries[folder->written];
    const char *path = path_of(folder, entry->name);
    CHECK(folder->stream, "no file was begun");
    temporary_close(&folder->stream, path);
    if (!entry->line)
        entry->line = line_of(folder, entry->temporary, entry->name);
    errno = EIO; /* if it does not read back as it was written */
    if (!entry->line)
        fail_file(path);
}

void folder_put(Folder *folder, const char *name, Bytes bytes)
{
    FILE *stream = folder_begin(folder, name);
    setvbuf(stream, NULL, _IONBF, 0);          /* all is written at once */
    fwrite(bytes.data, 1, bytes.size, stream); /* the stream keeps an error */
    folder->entries[folder->written].line =
        manifest_line(folder->arena, manifest_kind(folder->kinds, name), name, bytes, -1, NULL);
    folder_end(folder);
}

Strings folder_names(const Folder *folder)
{
    int count = folder->written;
    Strings names = {arena_alloc(folder->arena, (size_t)count, sizeof *names.items), count};
    for (int i = 0; i < count; i++)
        names.items[i] = folder->entries[1 + i].name;
    return names;
}

/* ---- Committing ---- */

static int compare_names(const void *left, const void *right)
{
    const Entry *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* The list's lines of the files written, sorted by name. */
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

static void write_list(Folder *folder, const char *before, const char *lines,
                       const char **temporary)
{
    FILE *stream = open_temporary(folder, MANIFEST_NAME, temporary);
    fprintf(stream, "%s%s", before, lines);
    temporary_close(&stream, path_of(folder, MANIFEST_NAME));
}

/* Writes the list valid during the commit and the final one; and a copy of the old one. Files that
   earlier runs wrote and this one did not are to be removed, unless changed since. */
static void write_lists(Folder *folder, const char *lines)
{
    for (int i = 0; i < folder->lines.count; i++) {
        const char *name = manifest_name(folder->lines.words[i]);
        if (!find_named(folder->entries, folder->count, sizeof *folder->entries, name) &&
            is_ours(folder, name))
            add_entry(folder, name);
    }
    Entry *after = add_entry(folder, MANIFEST_NAME), *meanwhile = &folder->entries[0];
    const char *before = folder->before.size ? folder->before.data : MANIFEST_HEADER;
    write_list(folder, before, lines, &meanwhile->temporary);
    write_list(folder, MANIFEST_HEADER, lines, &after->temporary);
    if (folder->listed)
        write_list(folder, before, "", &meanwhile->aside);
    for (Entry *e = folder->entries; e < folder->entries + folder->count; e++)
        if (!e->aside)
            e->aside = temporary_name(folder->arena, "", &folder->temporaries);
}

/* Every step that can fail before anything is changed. */
static void prepare(Folder *folder)
{
    const char *lines = list_written(folder);
    for (int i = 1; i <= folder->written; i++)
        check_free(folder, folder->entries[i].name);
    INTERRUPTS_HELD;
    write_lists(folder, lines);
    memory_check();
}

/* Keeps the old file under another name: as a hard link where a new file follows and the file
   system can, so that the first name is never missing. The list already has a copy. */
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

/* Undoes `place`. If nothing was set aside, the name was new. */
static void put_back(const Folder *folder, Entry *entry, bool placed)
{
    int at = folder->descriptor;
    bool back = renameat(at, entry->aside, at, entry->name) == 0;
    if (!back && errno != ENOENT)
        entry->aside = NULL; /* perhaps the only copy: do not remove it */
    else if (!back && placed)
        unlinkat(at, entry->name, 0);
}

/* Puts all files in place, or none. If it is killed at any point, the list left behind covers the
   files of both runs. */
void folder_commit(Folder *folder)
{
    int placed = 0;
    CHECK(!folder->stream, "a file is open");
    prepare(folder);
    INTERRUPTS_HELD;
    while (placed < folder->count && place(folder, &folder->entries[placed]))
        placed++;
    int reason = errno, last = placed < folder->count ? placed : -1;
    for (int i = last; i >= 0; i--)
        put_back(folder, &folder->entries[i], i < placed);
    if (last >= 0)
        fail("%s/%s: %s", folder->path, folder->entries[last].name, strerror(reason));
    folder->made = NULL; /* they stay */
    discard_all(folder);
    folder->count = 0; /* nothing is left to remove */
}

/* ---- Closing ---- */

void folder_close(Folder **opened)
{
    Folder *folder = *opened;
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
