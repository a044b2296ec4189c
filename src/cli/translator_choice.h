/* Which translator the command line asks for: its kind, its learned numbers and its words. */
#ifndef CLI_TRANSLATOR_CHOICE_H
#define CLI_TRANSLATOR_CHOICE_H

#include "base/error.h"
#include "model/translator.h"
#include "train/lexicon.h"

typedef struct TranslatorChoice {
    const char *weights; /* "built-in", "random" or a path */
    const char *kind;    /* a name of model/translator.h */
    int window;          /* D of local attention; 0: as it was learned */
    uint64_t seed;       /* of random weights */
} TranslatorChoice;

/* A translator and the words that it knows, special ones first (train/pair_source.h). */
typedef struct KnownTranslator {
    Translator translator;
    Lexicon source, target;
    const char *recipe, *score; /* how it was learned, and how well it does; or NULL */
} KnownTranslator;

/* The command that shows a translator of this kind, but for its weights: "attnviz luong --score
   dot". NULL: none does. */
const char *translator_command(Arena *arena, const TranslatorKind *kind);

bool translator_is_drawn(const TranslatorChoice *choice);

bool translator_find(Arena *arena, const TranslatorChoice *choice, KnownTranslator *known,
                     Error *error);

#endif
