#include "cli/settings.h"

Trace *compare_command(const Run *run)
{
    const ModelSettings *s = &run->settings->model;
    int count = s->sentences.count;
    if (!s->word)
        fail_usage("no word to compare: give one with --word");
    if (count < 2 || count > MOST_SENTENCES)
        fail_usage("%d sentence%s: give 2 to %d, each with --sentence", count, plural(count),
                   MOST_SENTENCES);
    Readings readings = model_read(run);
    const ComparedSentence *sentences = readings.sentences;
    const char *form = sentences->vectors.forms[sentences->place];
    ComparisonInput input = {.weights = &readings.weights,
                             .count = count,
                             .sentences = sentences,
                             .word = visible_label(run->arena, readings.wanted.word),
                             .key = form ? form : readings.wanted.key,
                             .nearest = s->nearest};
    compare_word(scope_of(run->graph), &input);
    Trace *t = trace_begin(run->graph);
    for (int i = 0; i < count; i++)
        add_text(t, readings.items[i].subject.text);
    const Subject *first = &readings.items->subject;
    add_setting(t, "word", input.word, false);
    int d = input.weights->embeddings.cols;
    add_attention_settings(t, &sentences->settings, d, d / sentences->settings.heads, first);
    add_number_setting(t, "nearest", s->nearest);
    add_origin(t, &first->origin);
    trace_tell(t, comparison_list);
    return t;
}
