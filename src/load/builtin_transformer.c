#include "load/builtin_transformer.h"

/* src/load/builtin_transformer_bytes.S */
extern const char transformer_begin[], transformer_end[];

Bytes builtin_transformer_bytes(void)
{
    return (Bytes){transformer_begin, (size_t)(transformer_end - transformer_begin)};
}

LoadedTransformer builtin_transformer(Arena *arena)
{
    LoadedTransformer loaded;
    Error error;
    CHECK(transformer_parse(arena, "the built-in transformer", builtin_transformer_bytes(), &loaded,
                            &error),
          "%s", error.message);
    loaded.transformer.origin = arena_format(arena, "learned from %s (built in)", loaded.corpus);
    return loaded;
}
