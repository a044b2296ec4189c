#include "load/builtin.h"

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

bool builtin_weights(Arena *arena, int heads, Weights *weights, Error *error)
{
    Safetensors file = parse(arena);
    int *groups, count = weights_groups(arena, &file, &groups);
    while (count > 0 && groups[count - 1] != heads)
        count--;
    if (!count)
        return fail(error, "the built-in weights are for %s heads, not for %d",
                    safetensors_metadata(&file, "heads"), heads);
    if (!weights_of_file(arena, &file, heads, weights, error))
        return false;
    weights->origin =
        arena_format(arena, "learned from %s (built in)", safetensors_metadata(&file, "corpus"));
    return true;
}
