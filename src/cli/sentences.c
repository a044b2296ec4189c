#include "cli/settings.h"

#include "base/utf8.h"
#include "load/tokens.h"
#include "train/pair_source.h"

#include <stdio.h>
#include <string.h>

enum { MOST_KNOWN = 200 }; /* words that a message lists */

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

bool sentence_expected(Arena *arena, const TracedSentence *source, TracedSentence *target)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    int length = source->text.token_count, with_end[LONGEST_SIDE + 1];
    int *words = arena_alloc(arena, (size_t)length, sizeof *words);
    Pair pair;
    if (!sentence_numbers(&language.source, source, words) ||
        !language_pair(&language, words, length, &pair))
        return false;
    length = target_with_end(&pair, with_end);
    const char *text = sentence_text(arena, &language.target, with_end, length - 1);
    *target = sentence_of(arena, text, &language.target, with_end, length);
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

/* The words that a vocabulary has, but for the special ones; "" for too many. */
static const char *known_words(Arena *arena, const Lexicon *vocabulary)
{
    Text list = text_new(arena);
    if (vocabulary->count <= MOST_KNOWN)
        for (int i = SPECIAL_PAIR_WORDS; i < vocabulary->count; i++)
            text_format(&list, " %s", visible_text(arena, vocabulary->words[i]));
    return list.data;
}

/* Where a word is not known, the words there are. */
static bool parse_words(Arena *arena, const char *what, const char *text, size_t size,
                        const Lexicon *vocabulary, NumberedWords *words, Error *error)
{
    Error unknown;
    if (!words_parse(arena, what, text, size, vocabulary, words, error))
        return fail_as_usage(error);
    if (words_check_known(arena, what, vocabulary, words, &unknown))
        return true;
    const char *list = known_words(arena, vocabulary);
    return fail_usage(error, "%s%s%s", unknown.message, *list ? "; known:" : "", list);
}

bool sentence_read(const KnownModel *known, const char *what, Bytes text, bool is_target,
                   TracedSentence *sentence, Error *error)
{
    Arena *arena = known->arena;
    const Lexicon *vocabulary = is_target ? &known->target : &known->source;
    NumberedWords words;
    if (!parse_words(arena, what, text.data, text.size, vocabulary, &words, error))
        return false;
    int *numbers = arena_alloc(arena, (size_t)words.count + 1, sizeof *numbers);
    memcpy(numbers, words.numbers, (size_t)words.count * sizeof *numbers);
    numbers[words.count] = known->model.end;
    *sentence =
        sentence_of(arena, text_trimmed(arena, text), vocabulary, numbers, words.count + is_target);
    return true;
}

bool sentences_read(const KnownModel *known, TracedSentence *source, TracedSentence *asked,
                    Error *error)
{
    const char *given = known->settings.source, *target = known->settings.target;
    const char *what = given ? "--source" : "the paper's sentence, without --source";
    Bytes text;
    *asked = (TracedSentence){0};
    if (!text_given(known->arena, &what, given ? given : famous_sentence, &text, error) ||
        !sentence_read(known, what, text, false, source, error))
        return false;
    text = (Bytes){target, target ? strlen(target) : 0};
    return !target || sentence_read(known, "--target", text, true, asked, error);
}
