#include "load/builtin_translator.h"

#include <string.h>

/* src/load/builtin_translator_bytes.S: one file after another, and where each begins. The last
   number is where the last one ends. */
extern const char translators_begin[];
extern const uint32_t translators_offsets[];

/* In the order of the files there. */
static const char *const files[] = {
    "bahdanau", "bahdanau-rnn", "bahdanau-causal", "bahdanau-rnn-causal",
    "dot",      "general",      "concat",          "local-m",
    "local-p",  "fixed",
};

static Bytes file_of(const TranslatorKind *kind)
{
    int i = 0, count = sizeof files / sizeof *files;
    while (i < count && strcmp(files[i], kind->name) != 0)
        i++;
    CHECK(i < count, "no translator %s is built in", kind->name);
    return (Bytes){translators_begin + translators_offsets[i],
                   translators_offsets[i + 1] - translators_offsets[i]};
}

LoadedTranslator builtin_translator(Arena *arena, const TranslatorKind *kind)
{
    LoadedTranslator loaded;
    Error error;
    const char *name = arena_format(arena, "the built-in translator %s", kind->name);
    CHECK(translator_parse(arena, name, file_of(kind), &loaded, &error), "%s", error.message);
    CHECK(loaded.translator.kind == kind, "%s is a %s", name, loaded.translator.kind->name);
    loaded.translator.parameters->origin =
        arena_format(arena, "learned from %s (built in)", loaded.corpus);
    return loaded;
}
