/* The list in a folder from elsewhere: whatever it says, nobody else's file is touched. */
#include "fuzz/targets.h"
#include "write/formats.h"

#include "base/folder.h"

#include <fcntl.h>
#include <unistd.h>

/* By the linker's --wrap nothing waits for the disk: that is thousand times slower than the rest.
 */
int __wrap_syncfs(int descriptor);
int __wrap_fsync(int descriptor);

int __wrap_syncfs(int descriptor)
{
    (void)descriptor;
    return 0;
}

int __wrap_fsync(int descriptor)
{
    (void)descriptor;
    return 0;
}

/* Names that attnviz gives, and others; what is in them attnviz did not write. */
static const char *const precious[] = {"precious.txt", "trace.txt", "07-mine.png", "01-thesis.npy"};

static const char CONTENT[] = "mine\n";

static void write_in(int folder, const char *name, Bytes bytes)
{
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(file >= 0 && write(file, bytes.data, bytes.size) == (ssize_t)bytes.size, "%s", name);
    close(file);
}

static void check_precious(int folder)
{
    for (size_t i = 0; i < sizeof precious / sizeof *precious; i++) {
        char content[sizeof CONTENT + 1];
        int file = openat(folder, precious[i], O_RDONLY | O_CLOEXEC);
        ssize_t size = file < 0 ? -1 : read(file, content, sizeof content);
        CHECK(size == sizeof CONTENT - 1 && !memcmp(content, CONTENT, (size_t)size),
              "%s was not attnviz's", precious[i]);
        close(file);
    }
}

static void write_into(Arena *arena, const char *path)
{
    ENDED_BY(folder_close) Folder *folder = folder_open(arena, path, format_files);
    fputs("{\"attnviz\": 0}", folder_begin(folder, "trace.json"));
    folder_end(folder);
    folder_commit(folder);
}

/* Behind a first byte that is even comes the list without its heading. */
void fuzz_manifests(Arena *arena, Bytes input)
{
    static int folder = -1;
    bool headed = fuzz_byte(&input) % 2;
    Bytes rest = input;
    for (Bytes line; take_line(&rest, '\n', &line);)
        manifest_name(arena_strndup(arena, line.data, line.size));
    if (folder < 0) {
        folder = open(fuzz_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        for (size_t i = 0; i < sizeof precious / sizeof *precious; i++)
            write_in(folder, precious[i], (Bytes){CONTENT, sizeof CONTENT - 1});
    }
    const char *list =
        arena_format(arena, "%s%s", headed ? "" : MANIFEST_HEADER, fuzz_string(arena, input));
    write_in(folder, MANIFEST_NAME, (Bytes){list, strlen(list)});
    is_accepted(fuzz_folder(), write_into(arena, fuzz_folder()));
    check_precious(folder);
    unlinkat(folder, "trace.json", 0);
}
