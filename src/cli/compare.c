#include "cli/compare.h"

#include "base/number.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/values.h"
#include "model/word_form.h"
#include "trace/comparison.h"

#include <string.h>

enum { MOST_SENTENCES = 16, MOST_NEAREST = 1000, MOST_OCCURRENCES = 4096 };

/* The word of --word: which, and which of several in a sentence. */
typedef struct Wanted {
    const char *text; /* as given */
    const char *word, *key;
    int occurrence; /* from 1 */
} Wanted;

/* "bat", or "bat:2" for the second bat. */
static bool read_word(Arena *arena, const Arguments *a, Wanted *wanted, Error *error)
{
    const char *text = a->value[OPTION_WORD];
    if (!text)
        return fail_usage(error, "no word to compare: give one with --word");
    if (!check_text("--word", text, strlen(text), error)) {
        error->exit_code = EXIT_USAGE;
        return false;
    }
    const char *colon = strrchr(text, ':');
    long occurrence = 1;
    if (colon && colon[1] &&
        !parse_whole("--word: the occurrence", colon + 1, 1, MOST_OCCURRENCES, &occurrence,
                     error)) {
        error->exit_code = EXIT_USAGE;
        return false;
    }
    bool numbered = colon && colon[1];
    wanted->text = text;
    wanted->word = numbered ? arena_strndup(arena, text, (size_t)(colon - text)) : text;
    wanted->key = token_key(arena, wanted->word);
    wanted->occurrence = (int)occurrence;
    return *wanted->word || fail_usage(error, "--word: the word is empty");
}

/* Where in a sentence the word stands: as it is, else in another form with the same vector. */
static int find_word(Arena *arena, const Wanted *wanted, const Words *words, const Weights *weights)
{
    const char *form = NULL;
    int found = 0;
    for (int i = 0; i < words->tokens.count; i++)
        if (!strcmp(words->tokens.keys[i], wanted->key) && ++found == wanted->occurrence)
            return i;
    if (found || vocabulary_row_of_form(arena, &weights->vocabulary, wanted->key, &form) < 0)
        return -1;
    for (int i = 0; i < words->tokens.count; i++)
        if (words->vectors.forms[i] && !strcmp(words->vectors.forms[i], form) &&
            ++found == wanted->occurrence)
            return i;
    return -1;
}

static bool find_places(Arena *arena, const Wanted *wanted, const Readings *readings, int *places,
                        Error *error)
{
    for (int i = 0; i < readings->count; i++) {
        const Reading *reading = &readings->items[i];
        places[i] = find_word(arena, wanted, &reading->words, &readings->weights);
        if (places[i] < 0)
            return fail_usage(error, "--word %s is not in sentence %d, “%.60s”", wanted->text,
                              i + 1, reading->subject.sentence);
    }
    return true;
}

static Trace *narrate(const Run *run, const Comparison *comparison, const Wanted *wanted,
                      const Readings *readings, int nearest)
{
    Subject *sentences = arena_alloc(run->arena, (size_t)readings->count, sizeof *sentences);
    for (int i = 0; i < readings->count; i++)
        sentences[i] = readings->items[i].subject;
    return narrate_comparison(run->arena, comparison,
                              &(ComparisonSubject){wanted->word, sentences, nearest});
}

static Trace *compare(const Run *run, const Wanted *wanted, const Readings *readings,
                      const int *places, int nearest)
{
    Arena *arena = run->arena;
    const Words *words = &readings->items[0].words;
    const char *form = words->vectors.forms[places[0]];
    SelfAttention *sentences = arena_alloc(arena, (size_t)readings->count, sizeof *sentences);
    for (int i = 0; i < readings->count; i++)
        sentences[i] = readings->items[i].attention;
    ComparisonInput input = {.weights = &readings->weights,
                             .count = readings->count,
                             .sentences = sentences,
                             .places = places,
                             .key = form ? form : wanted->key,
                             .nearest = nearest};
    Comparison *comparison = arena_alloc(arena, 1, sizeof *comparison);
    *comparison = compare_word(graph_new(arena), &input);
    return narrate(run, comparison, wanted, readings, nearest);
}

bool compare_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const Arguments *a = run->arguments;
    const Values *sentences = &a->all[OPTION_SENTENCE];
    ModelSettings model;
    OutputSettings output;
    Wanted wanted = {0};
    Readings readings;
    Text warnings = text_new(arena);
    int nearest, places[MOST_SENTENCES];
    if (!model_settings_read(arena, a, &model, error) ||
        !output_settings_read(arena, a, &output, error) ||
        !value_whole(a, OPTION_TOP, 1, MOST_NEAREST, &nearest, error) ||
        !read_word(arena, a, &wanted, error))
        return false;
    if (sentences->count < 2 || sentences->count > MOST_SENTENCES)
        return fail_usage(error, "%d sentence%s: give 2 to %d, each with --sentence",
                          sentences->count, sentences->count == 1 ? "" : "s", MOST_SENTENCES);
    if (!model_read(run, &model, sentences->items, sentences->count, &readings, &warnings, error) ||
        !find_places(arena, &wanted, &readings, places, error))
        return false;
    Trace *trace = compare(run, &wanted, &readings, places, nearest);
    return output_trace(arena, &output, trace, &warnings, error);
}
