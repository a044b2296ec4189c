#include "cli/settings.h"

#include "base/utf8.h"
#include "load/tokens.h"
#include "train/pair_source.h"

#include <stdio.h>
#include <string.h>

enum { MOST_KNOWN = 20 }; /* words that a message lists */

/* ---- options ---- */

static bool check(const Run *run, Error *error)
{
    const TranslatingSettings *s = &run->settings->translating;
    const Arguments *a = run->arguments;
    for (int i = 0; s->sample && i < a->count; i++)
        if (a->items[i].given.count && strcmp(a->items[i].option->name, "sample") != 0)
            return fail_usage(error,
                              "--sample prints sentences and does nothing else: it does not go "
                              "with --%s",
                              a->items[i].option->name);
    return !s->target || !is_given(run, "max-steps") ||
           fail_usage(error, "--max-steps ends the translator's own words; --target gives them "
                             "all");
}

const OptionList sentence_options = {
    {{"source", 0, "TEXT", NULL, "the sentence; - is standard input; else the paper's", OPTION_TEXT,
      .at = offsetof(Settings, translating.source)},
     {"target", 0, "TEXT", NULL, "go on with these words, whatever is probable", OPTION_TEXT,
      .at = offsetof(Settings, translating.target)},
     {"sample", 0, "N", NULL, "print N sentences of the toy language to try", OPTION_WHOLE,
      .at = offsetof(Settings, translating.sample), .range = {1, 100}},
     {"max-steps", 0, "N", "auto", "at most N words; auto: 2 × source + 10, ≤ 51", OPTION_WHOLE,
      .at = offsetof(Settings, translating.longest), .range = {1, LONGEST_TRANSLATION},
      .words = "auto"}},
    .check = check};

void sentences_print_sample(Arena *arena, int count)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    Pair *pairs = arena_alloc(arena, (size_t)count, sizeof *pairs);
    count = language.held_out(&language, count, pairs);
    for (int i = 0; i < count; i++)
        puts(sentence_text(arena, &language.source, pairs[i].source, pairs[i].source_length));
}

/* ---- words ---- */

TracedSentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary,
                           const int *words, int length)
{
    const char **strings = arena_alloc(arena, (size_t)length, sizeof *strings);
    for (int i = 0; i < length; i++)
        strings[i] = vocabulary->words[words[i]];
    Tokens tokens = tokens_labelled(arena, strings, strings, length);
    return (TracedSentence){traced_text(text, length, strings), tokens.labels};
}

bool sentence_numbers(const Lexicon *vocabulary, const TracedSentence *sentence, int *numbers)
{
    for (int i = 0; i < sentence->text.token_count; i++) {
        numbers[i] = lexicon_find(vocabulary, sentence->text.tokens[i]);
        if (numbers[i] < 0)
            return false;
    }
    return true;
}

bool sentence_translated(Arena *arena, const PairSource *language, const TracedSentence *source,
                         TracedSentence *target)
{
    int words[LONGEST_SIDE + 1], length = source->text.token_count;
    Pair pair;
    if (length > LONGEST_SIDE || !sentence_numbers(&language->source, source, words) ||
        !language_pair(language, words, length, &pair))
        return false;
    length = target_with_end(&pair, words);
    const char *text = sentence_text(arena, &language->target, words, length - 1);
    *target = sentence_of(arena, text, &language->target, words, length);
    return true;
}

void sentence_warn_if_cut(const Run *run, const char *what, const TracedSentence *target,
                          const KnownModel *known)
{
    int length = target->text.token_count;
    if (strcmp(target->text.tokens[length - 1], known->target.words[known->model.end]) != 0)
        text_format(run->warnings, "%s did not end within %d word%s (--max-steps)\n", what, length,
                    plural(length));
}

/* ---- read from the command line ---- */

/* Bahdanau et al. 2015, figure 3 */
static const char famous_sentence[] =
    "the agreement on the european economic area was signed in august 1992";

const char *words_listed(Arena *arena, const char *const *words, int count)
{
    Text list = text_new(arena);
    for (int i = SPECIAL_PAIR_WORDS; i < count; i++)
        text_format(&list, "%s%s", list.length ? " " : "", visible_text(arena, words[i]));
    return list.data;
}

/* The words there are, or the nearest to one that is not. */
static const char *known_words(const KnownModel *known, const Lexicon *vocabulary,
                               const char *unknown)
{
    Arena *arena = known->arena;
    const char *weights = known->settings.weights;
    int count = vocabulary->count - SPECIAL_PAIR_WORDS;
    if (count <= MOST_KNOWN)
        return arena_format(arena, "known: %s",
                            words_listed(arena, vocabulary->words, vocabulary->count));
    bool is_toy = weights_are_builtin(weights) || weights_are_random(weights);
    const char *near = nearest_few(arena, unknown, vocabulary->words + SPECIAL_PAIR_WORDS, count);
    return arena_format(arena, "nearest of the %d known: %s%s", count, visible_text(arena, near),
                        is_toy ? "; attnviz help words lists all" : "");
}

/* Where a word is not known, it is told which are. */
static bool parse_words(const KnownModel *known, const char *what, const char *text, size_t size,
                        const Lexicon *vocabulary, NumberedWords *words, Error *error)
{
    Error unknown;
    Arena *arena = known->arena;
    if (!words_parse(arena, what, text, size, vocabulary, words, error))
        return fail_as_usage(error);
    if (words_check_known(arena, what, vocabulary, words, &unknown))
        return true;
    return fail_usage(error, "%s; %s", unknown.message,
                      known_words(known, vocabulary, words->unknown[0]));
}

static bool read_source(const KnownModel *known, TracedSentence *source, Error *error)
{
    Arena *arena = known->arena;
    const char *given = known->settings.source;
    const char *what = known->watched ? "--watch"
                       : given        ? "--source"
                                      : "the paper's sentence, without --source";
    Bytes text;
    NumberedWords words;
    if (!text_given(arena, &what, given ? given : famous_sentence, &text, error) ||
        !parse_words(known, what, text.data, text.size, &known->source, &words, error))
        return false;
    *source =
        sentence_of(arena, text_trimmed(arena, text), &known->source, words.numbers, words.count);
    return true;
}

static bool read_target(const KnownModel *known, TracedSentence *target, Error *error)
{
    Arena *arena = known->arena;
    const char *text = known->settings.target;
    NumberedWords words;
    if (!parse_words(known, "--target", text, strlen(text), &known->target, &words, error))
        return false;
    int *numbers = arena_alloc(arena, (size_t)words.count + 1, sizeof *numbers);
    memcpy(numbers, words.numbers, (size_t)words.count * sizeof *numbers);
    numbers[words.count] = known->model.end;
    *target = sentence_of(arena, text, &known->target, numbers, words.count + 1);
    return true;
}

bool sentences_read(const KnownModel *known, TracedSentence *source, TracedSentence *asked,
                    Error *error)
{
    *asked = (TracedSentence){0};
    return read_source(known, source, error) &&
           (!known->settings.target || read_target(known, asked, error));
}
