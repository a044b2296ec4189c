#include "load/builtin.h"

#include "load/safetensors.h"

#include <stdio.h>
#include <string.h>

/* src/load/builtin_bytes.S */
extern const char builtin_begin[], builtin_end[];

static const char NAME[] = "built-in weights";

Bytes builtin_bytes(void)
{
    return (Bytes){builtin_begin, (size_t)(builtin_end - builtin_begin)};
}

static Safetensors parse(Arena *arena)
{
    Safetensors file;
    Error error;
    CHECK(safetensors_parse(arena, NAME, builtin_bytes(), &file, &error), "%s", error.message);
    return file;
}

const char *builtin_metadata(Arena *arena, const char *name)
{
    Safetensors file = parse(arena);
    return safetensors_metadata(&file, name);
}

/* Whether a list of numbers with spaces between them has this one. */
static bool has_number(const char *list, int number)
{
    char wanted[16];
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "%d", number);
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t found = strcspn(at, " ");
        if (found == length && memcmp(at, wanted, length) == 0)
            return true;
        at += found;
    }
    return false;
}

bool builtin_weights(Arena *arena, int heads, Weights *weights, Error *error)
{
    Safetensors file = parse(arena);
    const char *list = safetensors_metadata(&file, "heads");
    if (!has_number(list, heads))
        return fail(error, "the built-in weights are for %s heads, not for %d", list, heads);
    if (!weights_of_file(arena, &file, heads, weights, error))
        return false;
    weights->origin =
        arena_format(arena, "learned from %s (built in)", safetensors_metadata(&file, "corpus"));
    return true;
}
