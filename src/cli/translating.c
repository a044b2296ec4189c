#include "cli/translating.h"

#include "base/file.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/values.h"
#include "load/tokens.h"
#include "train/language.h"

#include <string.h>
#include <unistd.h>

enum {
    MOST_WORDS = 200, /* of a translation */
    MOST_SAMPLES = 100,
    MOST_KNOWN = 200,    /* words that a message lists */
    MOST_INPUT = 1 << 20 /* bytes of standard input */
};

/* Bahdanau et al. 2015, figure 3 */
static const char famous_sentence[] =
    "the agreement on the european economic area was signed in august 1992";

/* ---- settings ---- */

/* A command without --attention shows both, and this is its hard one. */
static bool read_taking(Arena *arena, const Arguments *a, Taking *taking, Error *error)
{
    static const char *const attentions[] = {"soft", "hard"};
    static const char *const choices[] = {"sample", "argmax"};
    int hard = 0, choice = 0;
    if (!value_choice(arena, a, OPTION_ATTENTION, attentions, 2, &hard, error) ||
        !value_choice(arena, a, OPTION_HARD, choices, 2, &choice, error))
        return false;
    if (!option_is_of(OPTION_ATTENTION, a->command))
        hard = 1;
    if (a->given[OPTION_HARD] && !hard)
        return fail_usage(error, "--hard says what hard attention takes: it goes with --attention "
                                 "hard");
    *taking = !hard ? TAKE_MEAN : choice ? TAKE_LARGEST : TAKE_DRAWN;
    return true;
}

bool translating_read_longest(const Arguments *a, int *longest, Error *error)
{
    *longest = 0;
    if (a->given[OPTION_MAX_STEPS] && a->value[OPTION_TARGET])
        return fail_usage(error, "--max-steps ends the translator's own words; --target gives them "
                                 "all");
    return value_whole_or(a, OPTION_MAX_STEPS, "auto", 1, MOST_WORDS, longest, error);
}

bool translating_read_sample(const Arguments *a, int *sample, Error *error)
{
    *sample = 0;
    if (!a->given[OPTION_SAMPLE])
        return true;
    if (a->value[OPTION_SOURCE] || a->value[OPTION_TARGET])
        return fail_usage(
            error,
            "--sample prints sentences to try, and translates none: --%s does "
            "not go with it",
            option_table[a->value[OPTION_SOURCE] ? OPTION_SOURCE : OPTION_TARGET].name);
    return value_whole(a, OPTION_SAMPLE, 1, MOST_SAMPLES, sample, error);
}

static bool read_numbers(const Arguments *a, TranslatingSettings *s, Error *error)
{
    return translating_read_longest(a, &s->longest, error) &&
           value_whole(a, OPTION_STEP, 1, MOST_WORDS, &s->step, error) &&
           translating_read_sample(a, &s->sample, error) &&
           value_seed(a, OPTION_SEED, &s->choice.seed, error);
}

static bool is_drawn(const TranslatingSettings *s)
{
    return translator_is_drawn(&s->choice) || s->taking == TAKE_DRAWN;
}

bool translating_settings_read(Arena *arena, const Arguments *a, TranslatingSettings *s,
                               Error *error)
{
    *s = (TranslatingSettings){.source = a->value[OPTION_SOURCE],
                               .target = a->value[OPTION_TARGET],
                               .choice = {.weights = a->value[OPTION_WEIGHTS]}};
    if (!read_numbers(a, s, error) || !read_taking(arena, a, &s->taking, error))
        return false;
    if (a->given[OPTION_SEED] && !is_drawn(s))
        return fail_usage(error, "--seed draws random weights, or what hard attention takes: "
                                 "neither is drawn here");
    return true;
}

const char *translating_seed(Arena *arena, const TranslatingSettings *s)
{
    return is_drawn(s) ? arena_format(arena, "%ju", (uintmax_t)s->choice.seed) : NULL;
}

/* ---- sentences ---- */

void translating_print_sample(Arena *arena, int count)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    Pair *pairs = arena_alloc(arena, (size_t)count, sizeof *pairs);
    count = language.held_out(&language, count, pairs);
    for (int i = 0; i < count; i++)
        puts(sentence_text(arena, &language.source, pairs[i].source, pairs[i].source_length));
}

/* The words that a vocabulary has, but for the special ones; "" for too many. */
static const char *known_words(Arena *arena, const Lexicon *vocabulary)
{
    Text list = text_new(arena);
    if (vocabulary->count <= MOST_KNOWN)
        for (int i = SPECIAL_PAIR_WORDS; i < vocabulary->count; i++)
            text_format(&list, " %s", visible_text(arena, vocabulary->words[i]));
    return list.data;
}

/* One line: what is wrong, and the words there are. */
static bool fail_unknown(Arena *arena, const Lexicon *vocabulary, Error *error)
{
    const char *list = known_words(arena, vocabulary);
    const char *what = arena_strdup(arena, error->message);
    return fail_usage(error, "%s%s%s", what, *list ? "; known:" : "", list);
}

static bool parse_words(Arena *arena, const char *what, const char *text, size_t size,
                        const Lexicon *vocabulary, Words *words, Error *error)
{
    if (!words_parse(arena, what, text, size, vocabulary, words, error))
        return fail_as_usage(error);
    return words_check_known(arena, what, vocabulary, words, error) ||
           fail_unknown(arena, vocabulary, error);
}

Sentence translating_sentence(Arena *arena, const char *text, const Lexicon *vocabulary,
                              const int *words, int length)
{
    const char **strings = arena_alloc(arena, (size_t)length, sizeof *strings);
    for (int i = 0; i < length; i++)
        strings[i] = vocabulary->words[words[i]];
    Tokens tokens = tokens_labelled(arena, strings, strings, length);
    return (Sentence){text, length, words, strings, tokens.labels};
}

static const char *trimmed(Arena *arena, Bytes bytes)
{
    while (bytes.size && strchr(" \t\r\n", bytes.data[bytes.size - 1]))
        bytes.size--;
    return arena_strndup(arena, bytes.data, bytes.size);
}

bool translating_read_source(Arena *arena, const char *text, const Lexicon *vocabulary,
                             Sentence *source, Error *error)
{
    const char *what = "--source";
    text = text ? text : famous_sentence;
    Bytes bytes = {text, strlen(text)};
    Words words;
    if (!strcmp(text, "-")) {
        what = "standard input";
        if (!file_read_open(arena, STDIN_FILENO, what, MOST_INPUT, &bytes, error))
            return false;
    }
    if (!parse_words(arena, what, bytes.data, bytes.size, vocabulary, &words, error))
        return false;
    *source =
        translating_sentence(arena, trimmed(arena, bytes), vocabulary, words.numbers, words.count);
    return true;
}

/* ---- translating ---- */

int translating_longest(int longest, const Sentence *source)
{
    int usual = 2 * source->length + 10, most = LONGEST_SIDE + 1;
    return longest ? longest : usual < most ? usual : most;
}

bool translating_read_target(Arena *arena, const char *text, const Lexicon *vocabulary, int end,
                             Sentence *target, Error *error)
{
    Words words;
    if (!parse_words(arena, "--target", text, strlen(text), vocabulary, &words, error))
        return false;
    int *numbers = arena_alloc(arena, (size_t)words.count + 1, sizeof *numbers);
    memcpy(numbers, words.numbers, (size_t)words.count * sizeof *numbers);
    numbers[words.count] = end;
    *target = translating_sentence(arena, text, vocabulary, numbers, words.count + 1);
    return true;
}

Sentence translating_chosen(Arena *arena, const Lexicon *vocabulary, const int *words, int length,
                            int end)
{
    int shown = length - (words[length - 1] == end);
    return translating_sentence(arena, sentence_text(arena, vocabulary, words, shown), vocabulary,
                                words, length);
}

void translating_warn_if_cut(const Sentence *target, int end, Text *warnings)
{
    if (target->words[target->length - 1] != end)
        text_format(warnings, "the translation did not end within --max-steps %d\n",
                    target->length);
}

const int *translating_renumbered(Arena *arena, const Lexicon *vocabulary, const Sentence *sentence)
{
    int *words = arena_alloc(arena, (size_t)sentence->length, sizeof *words);
    for (int i = 0; i < sentence->length; i++) {
        words[i] = lexicon_find(vocabulary, sentence->strings[i]);
        CHECK(words[i] >= 0, "no word %s", sentence->strings[i]);
    }
    return words;
}

static Sentence words_of(Arena *arena, const KnownTranslator *known, const Translation *t)
{
    int *words = arena_alloc(arena, (size_t)t->length, sizeof *words);
    for (int i = 0; i < t->length; i++)
        words[i] = t->words[i].word;
    return translating_chosen(arena, &known->target, words, t->length, known->translator.end);
}

Translated translating_translate(Graph *g, const TranslatingSettings *s,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *asked, int likely)
{
    Translated t = {.graph = g, .forced = asked != NULL};
    t.nodes = translator_nodes(g, &known->translator, false);
    t.nodes.aligner.taking = s->taking;
    t.nodes.aligner.seed = s->choice.seed;
    t.translation = translate(g, &t.nodes, source->words, source->length,
                              asked ? asked->length : translating_longest(s->longest, source),
                              asked ? asked->words : NULL);
    t.target = asked ? *asked : words_of(g->arena, known, &t.translation);
    t.summary = translation_summary(g, &t.translation, likely);
    return t;
}

/* ---- the trace of one translator ---- */

const char *const *translating_visible_words(Arena *arena, const Lexicon *vocabulary)
{
    const char **words = arena_alloc(arena, (size_t)vocabulary->count, sizeof *words);
    for (int i = 0; i < vocabulary->count; i++)
        words[i] = visible_text(arena, vocabulary->words[i]);
    return words;
}

Trace *translating_narrate(const Run *run, const TranslatingSettings *s,
                           const KnownTranslator *known, const Sentence *source,
                           const Translated *t)
{
    Arena *arena = run->arena;
    const Sentence *target = &t->target;
    TranslationSubject *subject = arena_alloc(arena, 1, sizeof *subject);
    *subject = (TranslationSubject){.argc = run->argc,
                                    .argv = run->argv,
                                    .source = {source->text, source->strings, source->labels},
                                    .target = {target->text, target->strings, target->labels},
                                    .vocabulary = translating_visible_words(arena, &known->target),
                                    .forced = t->forced,
                                    .whole = s->step - 1,
                                    .seed = translating_seed(arena, s),
                                    .recipe = known->recipe,
                                    .score = known->score};
    return narrate_translation(arena, &t->nodes, &t->translation, &t->summary, subject);
}

bool translating_run(const Run *run, const TranslatingSettings *s, Error *error)
{
    Arena *arena = run->arena;
    OutputSettings output;
    KnownTranslator known;
    Sentence source, asked;
    Text warnings = text_new(arena);
    if (!output_settings_read(arena, run->arguments, &output, error))
        return false;
    if (s->sample) {
        translating_print_sample(arena, s->sample);
        return true;
    }
    if (!translator_find(arena, &s->choice, &known, error) ||
        !translating_read_source(arena, s->source, &known.source, &source, error) ||
        (s->target && !translating_read_target(arena, s->target, &known.target,
                                               known.translator.end, &asked, error)))
        return false;
    Translated *t = arena_alloc(arena, 1, sizeof *t);
    *t = translating_translate(graph_new(arena), s, &known, &source, s->target ? &asked : NULL,
                               MOST_LIKELY);
    if (s->step > t->target.length)
        return fail_usage(error, "--step %d: the translation has %d steps", s->step,
                          t->target.length);
    translating_warn_if_cut(&t->target, known.translator.end, &warnings);
    return output_trace(arena, &output, translating_narrate(run, s, &known, &source, t), &warnings,
                        error);
}
