#include "cli/translator_choice.h"

#include "base/utf8.h"
#include "load/builtin_translator.h"
#include "trace/translation.h"
#include "train/language.h"

#include <string.h>

/* Of random weights: those that the built-in ones have. */
static const TranslatorSizes usual_sizes = {
    .embedding = 24, .hidden = 32, .alignment = 24, .window = 2};

bool translator_is_drawn(const TranslatorChoice *choice)
{
    return !strcmp(choice->weights, "random");
}

const char *translator_command(Arena *arena, const TranslatorKind *kind)
{
    if (!kind->attends)
        return NULL;
    if (kind->context_first)
        return arena_format(arena, "attnviz bahdanau%s%s",
                            kind->cell == CELL_TANH ? " --cell rnn" : "",
                            kind->both_ways ? "" : " --encoder causal");
    if (kind->reach != REACH_GLOBAL)
        return arena_format(arena, "attnviz luong --local %s", reach_name(kind->reach));
    return arena_format(arena, "attnviz luong --score %s", score_name(kind->score));
}

static void draw(Arena *arena, const TranslatorChoice *choice, const TranslatorKind *kind,
                 KnownTranslator *known)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TranslatorSizes sizes = usual_sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    *known = (KnownTranslator){.translator = translator_random(arena, kind, sizes, choice->seed),
                               .source = language.source,
                               .target = language.target};
    known->translator.end = END_WORD;
}

/* What was learned: built in, or in a file of the user's. */
static bool read(Arena *arena, const TranslatorChoice *choice, const TranslatorKind *kind,
                 LoadedTranslator *loaded, Error *error)
{
    if (!strcmp(choice->weights, "built-in")) {
        *loaded = builtin_translator(arena, kind);
        return true;
    }
    if (!translator_read(arena, choice->weights, loaded, error))
        return false;
    const TranslatorKind *found = loaded->translator.kind;
    const char *command = translator_command(arena, found);
    return found == kind ||
           fail_usage(error,
                      "--weights %s is a translator of the kind %s, but %s is asked for; %s%s",
                      choice->weights, found->name, kind->name,
                      command ? "it goes with " : "no command shows one of its kind",
                      command ? command : "");
}

static bool load(Arena *arena, const TranslatorChoice *choice, const TranslatorKind *kind,
                 KnownTranslator *known, Error *error)
{
    LoadedTranslator l;
    if (!read(arena, choice, kind, &l, error))
        return false;
    *known = (KnownTranslator){
        .translator = l.translator,
        .source = lexicon_of(arena, l.source_words, l.translator.sizes.source_words),
        .target = lexicon_of(arena, l.target_words, l.translator.sizes.target_words),
        .recipe = l.recipe,
        .score = l.score};
    known->translator.parameters->origin = visible_text(arena, l.translator.parameters->origin);
    return true;
}

bool translator_find(Arena *arena, const TranslatorChoice *choice, KnownTranslator *known,
                     Error *error)
{
    const TranslatorKind *kind = translator_kind(choice->kind);
    CHECK(kind, "no translator of the kind %s", choice->kind);
    if (translator_is_drawn(choice))
        draw(arena, choice, kind, known);
    else if (!load(arena, choice, kind, known, error))
        return false;
    if (choice->window)
        known->translator.sizes.window = choice->window;
    return true;
}
