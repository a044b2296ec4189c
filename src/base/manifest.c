#include "base/manifest.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NAME = 255 };

/* ---- Names ---- */

const FileKind *manifest_kind(FileKinds *kinds, const char *name)
{
    size_t length = strlen(name), digits = strspn(name, "0123456789");
    bool numbered = digits >= 2 && name[digits] == '-' && !strpbrk(name, "/\n");
    const FileKind *kind;
    for (int i = 0; (kind = kinds(i)) && length <= LONGEST_NAME; i++) {
        const char *end = kind->name;
        if (*end == '.' ? numbered && ends_with(name, end) : !strcmp(name, end))
            return kind;
    }
    return NULL;
}

/* ---- A file ---- */

/* Eight bytes as a little-endian number; compilers make it one load. */
static uint64_t word_at(const unsigned char *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* Takes in eight bytes at a time; the last ones are filled up with zeros. Each step is a bijection
   of the state, so a change of any one word changes the result. Against accidents, not against an
   attacker. */
static uint64_t hash_on(uint64_t hash, unsigned char *bytes, size_t size)
{
    size_t rest = size % 8;
    if (rest)
        memset(bytes + size, 0, 8 - rest);
    for (size_t i = 0; i < size; i += 8) {
        hash = (hash ^ word_at(bytes + i)) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool has_mark(const unsigned char *block, size_t size, const FileKind *kind)
{
    size_t within = size < kind->within ? size : kind->within;
    for (size_t i = 0; i + kind->mark_size <= within; i++)
        if (memcmp(block + i, kind->mark, kind->mark_size) == 0)
            return true;
    return false;
}

/* A regular file, to be read; NULL for others with errno 0, and for what cannot be read. */
static FILE *open_regular(int folder, const char *file)
{
    /* O_NONBLOCK: a pipe of that name must not keep us waiting. */
    int descriptor = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    FILE *in = NULL;
    if (descriptor < 0 && (errno == ENOENT || errno == ELOOP || errno == ENXIO))
        errno = 0;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        return NULL;
    errno = 0;
    if (S_ISREG(status.st_mode))
        in = fdopen(descriptor, "r");
    if (!in)
        close(descriptor);
    return in;
}

const char *manifest_line(Arena *arena, FileKinds *kinds, int folder, const char *file,
                          const char *name)
{
    errno = 0;
    const FileKind *kind = manifest_kind(kinds, name);
    FILE *in = kind ? open_regular(folder, file) : NULL;
    if (!in)
        return NULL;
    unsigned char block[MARK_REACH];
    uint64_t size = 0, hash = 0;
    bool ours = true;
    for (size_t got; ours && (got = fread(block, 1, sizeof block, in)); size += got) {
        ours = size || has_mark(block, got, kind);
        hash = hash_on(hash, block, got);
    }
    int reason = ferror(in) ? errno : 0;
    fclose(in);
    errno = reason;
    return ours && size && !reason
               ? arena_format(arena, "%ju %016jx %s", (uintmax_t)size, (uintmax_t)hash, name)
               : NULL;
}

/* ---- The list ---- */

const char *manifest_next(Arena *arena, Bytes *rest)
{
    Bytes line;
    if (!take_line(rest, &line))
        return NULL;
    const char *name = arena_strndup(arena, line.data, line.size);
    for (int blank = 0; blank < 2; blank++)
        name += strcspn(name, " ") + (strchr(name, ' ') != NULL);
    return name;
}

bool manifest_has(Bytes list, const char *line)
{
    for (Bytes found; take_line(&list, &found);)
        if (found.size == strlen(line) && memcmp(found.data, line, found.size) == 0)
            return true;
    return false;
}
