#include "base/utf8.h"
#include "cli/settings.h"

enum { MOST_SENTENCES = 16 };

static bool check_asked(const ModelSettings *s, Error *error)
{
    int sentences = s->sentences.count;
    if (!s->word)
        return fail_usage(error, "no word to compare: give one with --word");
    return (sentences >= 2 && sentences <= MOST_SENTENCES) ||
           fail_usage(error, "%d sentence%s: give 2 to %d, each with --sentence", sentences,
                      plural(sentences), MOST_SENTENCES);
}

static Trace *run_compare(const Run *run, Error *error)
{
    const ModelSettings *s = &run->settings->model;
    ComparedSentence *sentences = arena_alloc(run->arena, MOST_SENTENCES, sizeof *sentences);
    Subject *subjects = arena_alloc(run->arena, MOST_SENTENCES, sizeof *subjects);
    WantedWord wanted;
    Readings readings;
    if (!check_asked(s, error) || !model_read_with_word(run, &wanted, &readings, sentences, error))
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
    .options = {&sentences_option, &word_option, &nearest_option, &model_options,
                &variation_options, &output_options},
    .run = run_compare,
};
