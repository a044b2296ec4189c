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
        if (a->items[i].times && strcmp(a->items[i].option->name, "sample") != 0)
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

/* ---- numbered words ---- */

NumberedSentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary,
                             const int *words, int length)
{
    const char **strings = arena_alloc(arena, (size_t)length, sizeof *strings);
    for (int i = 0; i < length; i++)
        strings[i] = vocabulary->words[words[i]];
    Tokens tokens = tokens_labelled(arena, strings, strings, length);
    return (NumberedSentence){length, words, traced_text(text, length, strings), tokens.labels};
}

NumberedSentence sentence_chosen(Arena *arena, const Vocabularies *known, const int *words,
                                 int length)
{
    const Lexicon *target = &known->target;
    int shown = length - (words[length - 1] == known->end);
    return sentence_of(arena, sentence_text(arena, target, words, shown), target, words, length);
}

void sentence_warn_if_cut(const Run *run, const char *what, const NumberedSentence *target, int end)
{
    if (target->words[target->length - 1] != end)
        text_format(run->warnings, "%s did not end within %d word%s (--max-steps)\n", what,
                    target->length, target->length == 1 ? "" : "s");
}

NumberedSentence sentence_renumbered(Arena *arena, const Lexicon *vocabulary,
                                     NumberedSentence sentence)
{
    int *words = arena_alloc(arena, (size_t)sentence.length, sizeof *words);
    for (int i = 0; i < sentence.length; i++) {
        words[i] = lexicon_find(vocabulary, sentence.shown.tokens[i]);
        CHECK(words[i] >= 0, "no word %s", sentence.shown.tokens[i]);
    }
    sentence.words = sentence.length ? words : NULL;
    return sentence;
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

/* One line: what is wrong, and the words there are. */
static bool fail_unknown(Arena *arena, const Lexicon *vocabulary, Error *error)
{
    const char *list = known_words(arena, vocabulary);
    const Error what = *error;
    return fail_usage(error, "%s%s%s", what.message, *list ? "; known:" : "", list);
}

static bool parse_words(Arena *arena, const char *what, const char *text, size_t size,
                        const Lexicon *vocabulary, NumberedWords *words, Error *error)
{
    if (!words_parse(arena, what, text, size, vocabulary, words, error))
        return fail_as_usage(error);
    return words_check_known(arena, what, vocabulary, words, error) ||
           fail_unknown(arena, vocabulary, error);
}

static bool number_source(Arena *arena, const char *given, const Lexicon *vocabulary,
                          NumberedSentence *source, Error *error)
{
    const char *what = given ? "--source" : "the paper's sentence, without --source";
    Bytes text;
    NumberedWords words;
    if (!text_given(arena, &what, given ? given : famous_sentence, &text, error) ||
        !parse_words(arena, what, text.data, text.size, vocabulary, &words, error))
        return false;
    *source = sentence_of(arena, text_trimmed(arena, text), vocabulary, words.numbers, words.count);
    return true;
}

static bool number_target(Arena *arena, const char *text, const Vocabularies *known,
                          NumberedSentence *target, Error *error)
{
    NumberedWords words;
    if (!parse_words(arena, "--target", text, strlen(text), &known->target, &words, error))
        return false;
    int *numbers = arena_alloc(arena, (size_t)words.count + 1, sizeof *numbers);
    memcpy(numbers, words.numbers, (size_t)words.count * sizeof *numbers);
    numbers[words.count] = known->end;
    *target = sentence_of(arena, text, &known->target, numbers, words.count + 1);
    return true;
}

bool sentences_read(Arena *arena, const TranslatingSettings *s, const Vocabularies *known,
                    NumberedSentence *source, NumberedSentence *asked, Error *error)
{
    *asked = (NumberedSentence){0};
    return number_source(arena, s->source, &known->source, source, error) &&
           (!s->target || number_target(arena, s->target, known, asked, error));
}
