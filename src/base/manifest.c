#include "base/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HEADER[] = "attnviz wrote these files: size, hash, name\n";

enum { LONGEST_NAME = 255, HASH_DIGITS = 16, MOST_SIZE_DIGITS = 18 };

Manifest manifest_new(Arena *arena)
{
    return (Manifest){.arena = arena};
}

void manifest_add(Manifest *manifest, Record record)
{
    if (manifest->count == manifest->capacity) {
        int capacity = manifest->capacity ? 2 * manifest->capacity : 64;
        Record *records = arena_alloc(manifest->arena, (size_t)capacity, sizeof *records);
        if (manifest->count)
            memcpy(records, manifest->records, (size_t)manifest->count * sizeof *records);
        manifest->records = records;
        manifest->capacity = capacity;
    }
    manifest->records[manifest->count++] = record;
}

static int compare_records(const void *left, const void *right)
{
    const Record *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

void manifest_sort(Manifest *manifest)
{
    if (manifest->count)
        qsort(manifest->records, (size_t)manifest->count, sizeof(Record), compare_records);
}

/* The first of its name, or where it would stand. */
static int find(const Manifest *manifest, const char *name)
{
    int low = 0, high = manifest->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(manifest->records[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_named(const Manifest *manifest, int index, const char *name)
{
    return index < manifest->count && strcmp(manifest->records[index].name, name) == 0;
}

bool manifest_has_name(const Manifest *manifest, const char *name)
{
    return is_named(manifest, find(manifest, name), name);
}

bool manifest_has(const Manifest *manifest, Record record)
{
    for (int i = find(manifest, record.name); is_named(manifest, i, record.name); i++) {
        const Record *r = &manifest->records[i];
        if (r->size == record.size && r->hash == record.hash)
            return true;
    }
    return false;
}

bool manifest_allows(const char *name)
{
    return *name && strlen(name) <= LONGEST_NAME && !strpbrk(name, "/\n") &&
           strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
           strncmp(name, MANIFEST_NAME, strlen(MANIFEST_NAME)) != 0;
}

/* "size hash name" → a record whose name points into the line. */
static bool parse_line(const char *line, Record *record)
{
    size_t digits = strspn(line, "0123456789");
    if (!digits || digits > MOST_SIZE_DIGITS || line[digits] != ' ')
        return false;
    const char *hash = line + digits + 1;
    if (strspn(hash, "0123456789abcdef") != HASH_DIGITS || hash[HASH_DIGITS] != ' ')
        return false;
    *record = (Record){strtoull(line, NULL, 10), strtoull(hash, NULL, 16), hash + HASH_DIGITS + 1};
    return manifest_allows(record->name);
}

bool manifest_parse(Manifest *manifest, const char *text, size_t size)
{
    if (!size)
        return true;
    size_t header = strlen(HEADER);
    if (size < header || memcmp(text, HEADER, header) != 0)
        return false;
    const char *end = text + size, *line = text + header, *next;
    for (; (next = memchr(line, '\n', (size_t)(end - line))); line = next + 1) {
        Record record;
        if (parse_line(arena_strndup(manifest->arena, line, (size_t)(next - line)), &record))
            manifest_add(manifest, record);
    }
    manifest_sort(manifest);
    return true;
}

void manifest_print(const Manifest *manifest, FILE *file)
{
    fputs(HEADER, file);
    for (int i = 0; i < manifest->count; i++) {
        const Record *r = &manifest->records[i];
        fprintf(file, "%ju %016jx %s\n", (uintmax_t)r->size, (uintmax_t)r->hash, r->name);
    }
}

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

/* Fills the buffer unless the file ends; −1 on failure. */
static ssize_t read_block(int descriptor, unsigned char *buffer, size_t size)
{
    size_t filled = 0;
    while (filled < size) {
        ssize_t got = read(descriptor, buffer + filled, size - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        filled += (size_t)got;
    }
    return (ssize_t)filled;
}

static bool measure_open(int descriptor, Record *record)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    unsigned char buffer[1 << 14];
    ssize_t got;
    record->size = 0;
    record->hash = 0;
    while ((got = read_block(descriptor, buffer, sizeof buffer)) > 0) {
        record->size += (uint64_t)got;
        record->hash = hash_on(record->hash, buffer, (size_t)got);
    }
    return got == 0;
}

bool manifest_measure(int folder, const char *name, Record *record)
{
    /* O_NONBLOCK: a pipe of that name must not keep us waiting. */
    int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    record->name = name;
    bool measured = measure_open(descriptor, record);
    close(descriptor);
    return measured;
}
