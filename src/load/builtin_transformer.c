#include "load/builtin_transformer.h"

/* src/load/builtin_transformer_bytes.S */
extern const char transformer_begin[], transformer_end[];

LoadedTransformer builtin_transformer(Arena *arena)
{
    LoadedTransformer loaded;
    Error error;
    Bytes file = {transformer_begin, (size_t)(transformer_end - transformer_begin)};
    CHECK(transformer_parse(arena, "the built-in transformer", file, &loaded, &error), "%s",
          error.message);
    loaded.transformer.parameters->origin =
        arena_format(arena, "learned from %s (built in)", loaded.corpus);
    return loaded;
}
