#include "support/translated.h"

#include "load/tokens.h"
#include "support/nodes.h"

enum { WORDS = 8, END = 1, LONGEST = 4 };

static const char *const english[WORDS] = {"<s>", "</s>", "<unk>", "the",
                                           "cat", "sees", "a",     "red"};
static const char *const french[WORDS] = {"<s>",  "</s>", "<unk>", "le",
                                          "chat", "voit", "un",    "rouge"};
static const char *const usual[] = {"the", "cat", "sees", "a", "red", "cat", NULL};

static int number_of(const char *const *vocabulary, const char *word)
{
    for (int i = 0; i < WORDS; i++)
        if (!strcmp(vocabulary[i], word))
            return i;
    fail_msg("no word %s", word);
    return -1;
}

/* Numbers of words up to a NULL; none for none. */
static int *numbers_of(Scene *scene, const char *const *vocabulary, const char *const *words,
                       int *count)
{
    int *numbers = arena_alloc(scene->arena, MOST_TRANSLATED, sizeof *numbers);
    for (*count = 0; words[*count]; (*count)++)
        numbers[*count] = number_of(vocabulary, words[*count]);
    return numbers;
}

static TracedText text_of(Scene *scene, const char *const *vocabulary, const int *numbers,
                          int count)
{
    const char **words = arena_alloc(scene->arena, (size_t)count, sizeof *words);
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++) {
        words[i] = vocabulary[numbers[i]];
        text_format(&text, "%s%s", i ? " " : "", words[i]);
    }
    return traced_text(text.data, count, words);
}

static const char *const *labels_of(Scene *scene, const TracedText *text)
{
    const char **words = arena_alloc(scene->arena, (size_t)text->token_count, sizeof *words);
    for (int i = 0; i < text->token_count; i++)
        words[i] = text->tokens[i];
    return tokens_labelled(scene->arena, words, words, text->token_count).labels;
}

static int words_chosen(const TranslatedSentence *t, int *words)
{
    TranslationTask task = t->task;
    task.target_length = LONGEST;
    return t->translator.kind->family->write(&t->translator, &task, words);
}

/* The words, as they were asked for or as the translator chooses them. */
static void set_task(Scene *scene, const TranslatedSettings *s, TranslatedSentence *t)
{
    TranslationTask *task = &t->task;
    task->source =
        numbers_of(scene, english, s->source[0] ? s->source : usual, &task->source_length);
    int *target = numbers_of(scene, french, s->target, &task->target_length);
    task->taking = s->taking;
    task->seed = 1;
    task->likely = 3;
    task->source_vocabulary = english;
    task->vocabulary = french;
    if (!task->target_length)
        task->target_length = words_chosen(t, target);
    task->target = target;
    t->source = text_of(scene, english, task->source, task->source_length);
    t->target = text_of(scene, french, target, task->target_length);
    task->source_labels = labels_of(scene, &t->source);
    task->target_labels = labels_of(scene, &t->target);
}

static Trace *told_of(const TranslatedSentence *translated)
{
    const Model *m = &translated->translator;
    Trace *t = trace_begin(translated->graph);
    add_text(t, translated->source);
    add_text(t, translated->target);
    add_setting(t, "model", m->kind->paper, false);
    add_translator_settings(t, m, translated->task.taking);
    add_setting(t, "target", "given", false);
    add_origin(
        t, &(Origin){m->parameters->origin, &(uint64_t){1}, "held-out score", m->score, m->recipe});
    tell_translation(t, translated->whole + 1);
    add_panels(t);
    return t;
}

const TranslatedSentence *translated_new(Scene *scene, TranslatedSettings s)
{
    TranslatedSentence *t = arena_alloc(scene->arena, 1, sizeof *t);
    TranslatorSizes sizes = {
        WORDS, WORDS, TRANSLATED_EMBEDDING, TRANSLATED_HIDDEN, TRANSLATED_LAYER, 1};
    t->translator = model_random(scene->arena, model_kind(s.kind ? s.kind : "bahdanau"), &sizes, 1);
    t->translator.end = END;
    t->whole = s.whole;
    set_task(scene, &s, t);
    t->graph = named_graph(scene);
    t->translation = translate_aligned(scope_of(t->graph), &t->translator, &t->task);
    t->trace = told_of(t);
    return t;
}
