#include "support/translated.h"

#include "load/tokens.h"

#include <string.h>

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

static TranslatedText text_of(Scene *scene, const char *const *vocabulary, const int *numbers,
                              int count)
{
    const char **words = arena_alloc(scene->arena, (size_t)count, sizeof *words);
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++) {
        words[i] = vocabulary[numbers[i]];
        text_format(&text, "%s%s", i ? " " : "", words[i]);
    }
    return (TranslatedText){text.data, words,
                            tokens_labelled(scene->arena, words, words, count).labels};
}

static TranslatedText target_of(Scene *scene, const Translation *t)
{
    int *numbers = arena_alloc(scene->arena, (size_t)t->length, sizeof *numbers);
    for (int i = 0; i < t->length; i++)
        numbers[i] = t->words[i].word;
    return text_of(scene, french, numbers, t->length);
}

static void translate_words(Scene *scene, TranslatedSettings *s, TranslatedSentence *t)
{
    int source_length, target_length;
    const int *source =
        numbers_of(scene, english, s->source[0] ? s->source : usual, &source_length);
    const int *asked = numbers_of(scene, french, s->target, &target_length);
    t->graph = graph_new(scene->arena);
    t->nodes = translator_nodes(t->graph, &t->translator, false);
    t->nodes.aligner.taking = s->taking;
    t->nodes.aligner.seed = s->seed;
    t->translation =
        translate(t->graph, &t->nodes, source, source_length,
                  target_length ? target_length : LONGEST, target_length ? asked : NULL);
    t->summary = translation_summary(t->graph, &t->translation, 3);
    t->subject.source = text_of(scene, english, source, source_length);
    t->subject.target = target_of(scene, &t->translation);
    t->subject.forced = target_length > 0;
}

const TranslatedSentence *translated_new(Scene *scene, TranslatedSettings s)
{
    static const char *const argv[] = {"attnviz", "bahdanau"};
    TranslatedSentence *t = arena_alloc(scene->arena, 1, sizeof *t);
    s.seed = s.seed ? s.seed : 1;
    TranslatorSizes sizes = {WORDS,
                             WORDS,
                             TRANSLATED_EMBEDDING,
                             TRANSLATED_HIDDEN,
                             TRANSLATED_LAYER,
                             s.window ? s.window : 1};
    t->translator = translator_random(scene->arena, translator_kind(s.kind ? s.kind : "bahdanau"),
                                      sizes, s.seed);
    t->translator.end = END;
    t->subject = (TranslationSubject){
        .argc = 2, .argv = argv, .vocabulary = french, .whole = s.whole, .seed = "1"};
    translate_words(scene, &s, t);
    t->trace =
        narrate_translation(scene->arena, &t->nodes, &t->translation, &t->summary, &t->subject);
    return t;
}
