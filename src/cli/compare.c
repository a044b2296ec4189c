#include "base/number.h"
#include "base/utf8.h"
#include "cli/settings.h"
#include "model/word_form.h"

#include <string.h>

enum { MOST_SENTENCES = 16, MOST_OCCURRENCES = 4096 };

typedef struct Own {
    Settings shared;
    Values words;
} Own;

static const OptionList own_options = {
    .rows = {{"word", 'W', "WORD", NULL, "the word to compare; bat:2 is the second bat",
              OPTION_TEXTS, .at = offsetof(Own, words)}}};

/* The word of --word: which, and which of several in a sentence. */
typedef struct Wanted {
    const char *text; /* as given */
    const char *word, *key;
    int occurrence; /* from 1 */
    bool numbered;  /* it was given */
} Wanted;

/* "bat:2": the word, and the number behind the colon. A colon by itself is a word. */
static bool split_word(Arena *arena, const char *text, Wanted *wanted, Error *error)
{
    const char *colon = strrchr(text, ':');
    long occurrence = 1;
    wanted->numbered = colon && colon > text;
    wanted->text = text;
    wanted->word = wanted->numbered ? arena_strndup(arena, text, (size_t)(colon - text)) : text;
    if (wanted->numbered && !parse_whole("--word: the number behind the colon", colon + 1, 1,
                                         MOST_OCCURRENCES, &occurrence, error))
        return fail_as_usage(error);
    wanted->occurrence = (int)occurrence;
    return true;
}

/* One word, split from a text as those of the sentences are. */
static bool read_word(Arena *arena, const Values *given, Wanted *wanted, Error *error)
{
    Tokens tokens;
    if (!given->count)
        return fail_usage(error, "no word to compare: give one with --word");
    if (given->count > 1)
        return fail_usage(error, "--word is given %d times: one word is compared", given->count);
    const char *text = given->items[0];
    if (!word_check("--word", text, error) || !split_word(arena, text, wanted, error))
        return false;
    if (!tokenize(arena, "--word", wanted->word, strlen(wanted->word), MOST_OCCURRENCES, &tokens,
                  error))
        return fail_as_usage(error);
    if (tokens.count > 1)
        return fail_usage(error, "--word '%s' is %d words: one is compared", wanted->word,
                          tokens.count);
    wanted->word = tokens.words[0];
    wanted->key = tokens.keys[0];
    return true;
}

/* ---- where it stands ---- */

/* The word's places in a sentence: how often it is there, and where the one wanted. */
typedef struct Found {
    int count, place;
} Found;

static Found find_equal(const Tokens *tokens, const char *const *names, const char *name,
                        int occurrence)
{
    Found found = {0, -1};
    for (int i = 0; i < tokens->count; i++)
        if (names[i] && !strcmp(names[i], name) && ++found.count == occurrence)
            found.place = i;
    return found;
}

/* As it is, else in another form with the same vector. */
static Found find_word(Arena *arena, const Wanted *wanted, const Words *words,
                       const Weights *weights)
{
    const char *form = NULL;
    Found found = find_equal(&words->tokens, words->tokens.keys, wanted->key, wanted->occurrence);
    if (found.count || vocabulary_row_of_form(arena, &weights->vocabulary, wanted->key, &form) < 0)
        return found;
    return find_equal(&words->tokens, words->vectors.forms, form, wanted->occurrence);
}

static bool fail_place(Arena *arena, const Wanted *wanted, Found found, int index,
                       const char *sentence, Error *error)
{
    enum { SENTENCE_COLUMNS = 60 };
    const char *shown = elide_middle(arena, visible_text(arena, sentence), SENTENCE_COLUMNS);
    if (!found.count)
        return fail_usage(error, "--word %s is not in sentence %d, “%s”", wanted->word, index + 1,
                          shown);
    return fail_usage(
        error, "--word %s: sentence %d has %s only %s, “%s”", wanted->text, index + 1, wanted->word,
        found.count == 1 ? "once" : arena_format(arena, "%d times", found.count), shown);
}

/* Where the word stands in each sentence. */
static bool find_places(const Run *run, const Wanted *wanted, const Readings *readings,
                        ComparedSentence *sentences, Error *error)
{
    Arena *arena = run->arena;
    for (int i = 0; i < readings->count; i++) {
        const ReadSentence *reading = &readings->items[i];
        const Tokens *tokens = &reading->words.tokens;
        Found found = find_word(arena, wanted, &reading->words, &readings->weights);
        if (found.place < 0)
            return fail_place(arena, wanted, found, i, reading->text, error);
        if (found.count > 1 && !wanted->numbered)
            text_format(run->warnings,
                        "%s occurs %d times in sentence %d: the first is compared; --word %s:2 "
                        "takes the second\n",
                        visible_text(arena, wanted->word), found.count, i + 1,
                        visible_text(arena, wanted->word));
        sentences[i] = (ComparedSentence){reading->words.vectors, tokens->labels, tokens->count,
                                          found.place, reading->settings};
    }
    return true;
}

static bool check_count(int sentences, Error *error)
{
    return (sentences >= 2 && sentences <= MOST_SENTENCES) ||
           fail_usage(error, "%d sentence%s: give 2 to %d, each with --sentence", sentences,
                      plural(sentences), MOST_SENTENCES);
}

static Trace *run_compare(const Run *run, Error *error)
{
    const ModelSettings *s = &run->settings->model;
    ComparedSentence *sentences = arena_alloc(run->arena, MOST_SENTENCES, sizeof *sentences);
    Subject *subjects = arena_alloc(run->arena, MOST_SENTENCES, sizeof *subjects);
    Wanted wanted = {0};
    Readings readings;
    if (!read_word(run->arena, &((const Own *)run->settings)->words, &wanted, error) ||
        !check_count(s->sentences.count, error) || !model_read(run, &readings, error) ||
        !find_places(run, &wanted, &readings, sentences, error))
        return NULL;
    for (int i = 0; i < readings.count; i++)
        subjects[i] = readings.items[i].subject;
    const char *form = sentences->vectors.forms[sentences->place];
    ComparisonInput input = {.weights = &readings.weights,
                             .count = readings.count,
                             .sentences = sentences,
                             .word = visible_label(run->arena, wanted.word),
                             .key = form ? form : wanted.key,
                             .nearest = s->nearest};
    compare_word(scope_of(run->graph), &input);
    return trace_comparison(run->graph, &input, subjects);
}

const Command compare_command = {
    .title = "attnviz compare",
    .usage = "[--word WORD --sentence TEXT --sentence TEXT]",
    .about = {"word", "sentence"},
    .summary = "One word in two sentences: one vector goes in, two come out.",
    .examples = {{"attnviz compare -W bat -s \"He hit the ball with the bat\" -s \"Bat is a "
                  "mammal\"",
                  "What each sentence makes of the word."},
                 {"attnviz compare -W bat -s \"Hit a bat\" -s \"A bat flew\" -e "
                  "'cosine/after[1,2]'",
                  "How one of its numbers came about."}},
    .options = {&sentences_option, &own_options, &nearest_option, &model_options,
                &variation_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_compare,
};
