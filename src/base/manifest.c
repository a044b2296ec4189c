#define _GNU_SOURCE /* memmem */

#include "base/folder.h"

enum { LONGEST_NAME = 255, BLOCK_SIZE = 1 << 16 };

/* ---- Names ---- */

const FileKind *manifest_kind(FileKinds *kinds, const char *name)
{
    size_t length = strlen(name), digits = strspn(name, "0123456789");
    bool numbered = digits >= 2 && name[digits] == '-' && !strpbrk(name, "/\n");
    for (; *kinds && length <= LONGEST_NAME; kinds++) {
        bool any = *(*kinds)->name == '*';
        const char *end = (*kinds)->name + any;
        bool ends = length > strlen(end) && !strcmp(name + length - strlen(end), end);
        if (any           ? ends && !strpbrk(name, "/\n")
            : *end == '.' ? numbered && ends
                          : !strcmp(name, end))
            return *kinds;
    }
    return NULL;
}

/* ---- A file ---- */

/* Hashes `size` bytes, eight at a time, little-endian; the last word must be padded with zeros.
   Each step is a bijection of the state, so a change of any one word changes the result. It guards
   against accidents, not against an attacker. */
static uint64_t hash_on(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof hash) {
        hash = (hash ^ little_endian(bytes + i, sizeof hash)) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return hash;
}

int open_regular(int folder, const char *name, const char *path, size_t most)
{
    /* O_NONBLOCK: a pipe of that name must not block us. */
    int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 && errno != ENOENT && errno != ELOOP && errno != ENXIO)
        fail_file(path);
    if (descriptor >= 0 && (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
                            (uintmax_t)status.st_size > most))
        file_close(&descriptor);
    return descriptor;
}

/* Fills the block with the rest of the bytes, or from the file, unless it ends before. */
static size_t read_block(Bytes *rest, int in, const char *path, char *block)
{
    size_t size = rest->size < BLOCK_SIZE ? rest->size : BLOCK_SIZE;
    memcpy(block, rest->data, size);
    *rest = (Bytes){rest->data + size, rest->size - size};
    for (size_t got = in >= 0; got && size < BLOCK_SIZE; size += got)
        got = read_some(in, path, NULL, block + size, BLOCK_SIZE - size);
    return size;
}

const char *manifest_line(Arena *arena, const FileKind *kind, const char *name, Bytes bytes, int in,
                          const char *path)
{
    /* each block is preceded by the end of the one before, since a mark may span both */
    char room[LONGEST_MARK + BLOCK_SIZE + sizeof(uint64_t)], *block = room + LONGEST_MARK;
    uint64_t size = 0, hash = 0;
    bool ours = false;
    memset(room, 0, LONGEST_MARK);
    for (size_t got; (ours || size < kind->within) && (got = read_block(&bytes, in, path, block));
         size += got) {
        size_t within = kind->within - size < got ? (size_t)(kind->within - size) : got;
        ours = ours || memmem(room, LONGEST_MARK + within, kind->mark, kind->mark_size);
        memset(block + got, 0, sizeof hash);
        hash = hash_on(hash, block, got);
        memmove(room, room + got, LONGEST_MARK);
    }
    return ours ? arena_format(arena, "%ju %016jx %s", (uintmax_t)size, (uintmax_t)hash, name)
                : NULL;
}

/* ---- The list ---- */

const char *manifest_name(const char *line)
{
    for (int blank = 0; blank < 2; blank++)
        line += strcspn(line, " ") + (strchr(line, ' ') != NULL);
    return line;
}
