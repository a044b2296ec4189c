#include "cli/sentences.h"

#include "base/file.h"
#include "base/utf8.h"
#include "cli/values.h"
#include "load/tokens.h"
#include "train/pair_source.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_SAMPLES = 100,
    MOST_KNOWN = 200,    /* words that a message lists */
    MOST_INPUT = 1 << 20 /* bytes of standard input */
};

/* ---- numbered words ---- */

Sentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary, const int *words,
                     int length)
{
    const char **strings = arena_alloc(arena, (size_t)length, sizeof *strings);
    for (int i = 0; i < length; i++)
        strings[i] = vocabulary->words[words[i]];
    Tokens tokens = tokens_labelled(arena, strings, strings, length);
    return (Sentence){text, length, words, strings, tokens.labels};
}

Sentence sentence_chosen(Arena *arena, const Lexicon *vocabulary, const int *words, int length,
                         int end)
{
    int shown = length - (words[length - 1] == end);
    return sentence_of(arena, sentence_text(arena, vocabulary, words, shown), vocabulary, words,
                       length);
}

void sentence_warn_if_cut(const char *what, const Sentence *target, int end, Text *warnings)
{
    if (target->words[target->length - 1] != end)
        text_format(warnings, "%s did not end within %d word%s (--max-steps)\n", what,
                    target->length, target->length == 1 ? "" : "s");
}

Sentence sentence_renumbered(Arena *arena, const Lexicon *vocabulary, Sentence sentence)
{
    int *words = arena_alloc(arena, (size_t)sentence.length, sizeof *words);
    for (int i = 0; i < sentence.length; i++) {
        words[i] = lexicon_find(vocabulary, sentence.strings[i]);
        CHECK(words[i] >= 0, "no word %s", sentence.strings[i]);
    }
    sentence.words = words;
    return sentence;
}

TranslatedText sentence_shown(const Sentence *sentence)
{
    return (TranslatedText){sentence->text, sentence->strings, sentence->labels};
}

const char *const *sentences_visible_words(Arena *arena, const Lexicon *vocabulary)
{
    const char **words = arena_alloc(arena, (size_t)vocabulary->count, sizeof *words);
    for (int i = 0; i < vocabulary->count; i++)
        words[i] = visible_text(arena, vocabulary->words[i]);
    return words;
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

static const char *trimmed(Arena *arena, Bytes bytes)
{
    while (bytes.size && strchr(" \t\r\n", bytes.data[bytes.size - 1]))
        bytes.size--;
    return arena_strndup(arena, bytes.data, bytes.size);
}

bool sentence_read_source(Arena *arena, const char *text, const Lexicon *vocabulary,
                          Sentence *source, Error *error)
{
    const char *what = text ? "--source" : "the paper's sentence, without --source";
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
    *source = sentence_of(arena, trimmed(arena, bytes), vocabulary, words.numbers, words.count);
    return true;
}

bool sentence_read_target(Arena *arena, const char *text, const Lexicon *vocabulary, int end,
                          Sentence *target, Error *error)
{
    Words words;
    if (!parse_words(arena, "--target", text, strlen(text), vocabulary, &words, error))
        return false;
    int *numbers = arena_alloc(arena, (size_t)words.count + 1, sizeof *numbers);
    memcpy(numbers, words.numbers, (size_t)words.count * sizeof *numbers);
    numbers[words.count] = end;
    *target = sentence_of(arena, text, vocabulary, numbers, words.count + 1);
    return true;
}

/* ---- how long a translation may be ---- */

bool sentences_read_longest(const Arguments *a, int *longest, Error *error)
{
    *longest = 0;
    if (a->given[OPTION_MAX_STEPS] && a->value[OPTION_TARGET])
        return fail_usage(error, "--max-steps ends the translator's own words; --target gives them "
                                 "all");
    return value_whole_or(a, OPTION_MAX_STEPS, "auto", 1, LONGEST_TRANSLATION, longest, error);
}

int sentences_longest(int longest, const Sentence *source)
{
    int usual = 2 * source->length + 10, most = LONGEST_SIDE + 1;
    return longest ? longest : usual < most ? usual : most;
}

/* ---- sentences of the toy language to try ---- */

bool sentences_read_sample(const Arguments *a, int *count, Error *error)
{
    *count = 0;
    if (!a->given[OPTION_SAMPLE])
        return true;
    if (!value_whole(a, OPTION_SAMPLE, 1, MOST_SAMPLES, count, error))
        return false;
    for (int i = 0; i < OPTION_COUNT; i++)
        if (a->given[i] && i != OPTION_SAMPLE)
            return fail_usage(error,
                              "--sample prints sentences and does nothing else: it does not go "
                              "with --%s",
                              option_table[i].name);
    return true;
}

void sentences_print_sample(Arena *arena, int count)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    Pair *pairs = arena_alloc(arena, (size_t)count, sizeof *pairs);
    count = language.held_out(&language, count, pairs);
    for (int i = 0; i < count; i++)
        puts(sentence_text(arena, &language.source, pairs[i].source, pairs[i].source_length));
}
