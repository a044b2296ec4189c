#include "cli/settings.h"

/* ---- settings ---- */

const uint64_t *translating_seed(const TranslatingSettings *s)
{
    return weights_are_random(s->weights) || s->taking == TAKE_DRAWN ? &s->seed : NULL;
}

/* A command with --hard but without --attention shows both kinds; the seed is for the hard one. */
void check_seed(const Run *run)
{
    TranslatingSettings *s = &run->settings->translating;
    const Argument *attention = argument_named(run->arguments, "attention");
    bool hard = attention ? s->attention == 1 : argument_named(run->arguments, "hard") != NULL;
    s->taking = !hard ? TAKE_MEAN : s->hard ? TAKE_LARGEST : TAKE_DRAWN;
    if (is_given(run, "seed") && !translating_seed(s))
        fail_usage("--seed draws random weights, or what hard attention takes: "
                   "neither is drawn here");
}

void translating_origin(Trace *t, const KnownModel *known)
{
    const Model *m = &known->model;
    add_origin(t, &(Origin){m->parameters->origin, translating_seed(&known->settings),
                            "held-out score", m->score, m->recipe});
}

/* ---- which model ---- */

static const struct Shown {
    const char *kind, *command;
} showing[] = {
#include "cli/shown_by.list"
};

const char *model_command(const ModelKind *kind)
{
    const struct Shown *found = find_named(showing, COUNT_OF(showing), sizeof *showing, kind->name);
    return found ? found->command : NULL;
}

void model_check_memory(Arena *arena, const ModelKind *kind, const void *sizes, int copies)
{
    FAILS_AS_USAGE;
    parameters_check_memory(model_new(arena, kind, sizes).parameters, copies);
}

/* Sizes of random weights: those of the built-in Bahdanau model, with a narrower window. */
static const TranslatorSizes usual_sizes = {
    .embedding = 24, .hidden = 32, .alignment = 24, .window = 2};

static Model model_drawn(Arena *arena, const TranslatingSettings *s, const ModelKind *kind)
{
    PairSource language = language_source(arena, LONGEST_USUAL, false);
    const Lexicon *target = kind->family->predicts_source ? &language.source : &language.target;
    bool is_transformer = kind->family == &transformer_family;
    const void *sizes =
        model_sizes(arena, kind, is_transformer ? (const void *)&s->sizes : &usual_sizes,
                    language.source.count, target->count);
    model_check_memory(arena, kind, sizes, 1);
    Model m = model_random(arena, kind, sizes, s->seed);
    m.end = END_WORD;
    m.source = language.source;
    m.target = *target;
    return m;
}

/* Loads trained weights: built in, or from the user's file. */
static Model model_loaded(Arena *arena, const TranslatingSettings *s, const ModelKind *asked)
{
    Model m = weights_are_builtin(s->weights)
                  ? builtin_model(arena, s->choices ? "choices" : asked->name)
                  : model_file_read(arena, s->weights);
    const char *command = model_command(m.kind);
    if (m.kind != asked)
        fail_usage("--weights %s is a model of the kind %s, but %s is asked for; %s%s", s->weights,
                   m.kind->name, asked->name,
                   command ? "it goes with " : "no command shows one of its kind",
                   command ? command : "");
    m.parameters->origin = visible_text(arena, m.parameters->origin);
    return m;
}

KnownModel model_find(Arena *arena, const TranslatingSettings *s, const char *name)
{
    const ModelKind *kind = model_kind(name);
    Model m = (weights_are_random(s->weights) ? model_drawn : model_loaded)(arena, s, kind);
    if (s->window)
        ((TranslatorSizes *)m.sizes)->window = s->window;
    return (KnownModel){.arena = arena, .settings = *s, .model = m};
}

/* ---- translating ---- */

/* All words of a vocabulary, safe to print. */
static const char *const *visible_words(Arena *arena, const Lexicon *vocabulary)
{
    const char **words = arena_alloc(arena, (size_t)vocabulary->count, sizeof *words);
    for (int i = 0; i < vocabulary->count; i++)
        words[i] = visible_text(arena, vocabulary->words[i]);
    return words;
}

TranslationTask translating_task(const KnownModel *known)
{
    const TracedSentence *source = &known->source, *target = &known->target;
    int length = target->text.token_count;
    /* the decoder's input: the end-of-sentence token, then all words but the last */
    const char **read = arena_alloc(known->arena, (size_t)length, sizeof *read);
    for (int i = 0; i < length; i++)
        read[i] = i ? target->text.tokens[i - 1] : known->model.target.words[known->model.end];
    return (TranslationTask){.source = source->numbers,
                             .source_length = source->text.token_count,
                             .source_padding = source->padding,
                             .target_padding = target->padding,
                             .target = target->numbers,
                             .target_length = length,
                             .taking = known->settings.taking,
                             .seed = known->settings.seed,
                             .likely = MOST_LIKELY,
                             .source_labels = source->labels,
                             .target_labels = target->labels,
                             .read_labels =
                                 tokens_labelled(known->arena, read, read, length).labels,
                             .source_vocabulary = visible_words(known->arena, &known->model.source),
                             .vocabulary = visible_words(known->arena, &known->model.target)};
}

const Translated *translating_translate(Scope scope, const KnownModel *known)
{
    Graph *g = scope.graph;
    Translated *t = arena_alloc(g->arena, 1, sizeof *t);
    t->task = translating_task(known);
    if (known->model.kind->family == &translator_family) {
        t->by_translator = translate_aligned(scope, &known->model, &t->task);
    } else {
        t->transformer = model_in(scope_of(g), &known->model, false);
        t->by_transformer = transformer_translate(scope, t->transformer, &t->task);
    }
    return t;
}

Node *translating_gradients(Scope s, const Translated *t)
{
    return word_gradients(s, &t->task, t->by_transformer.scores,
                          t->by_translator.alignment ? &t->by_translator : NULL);
}

/* ---- without attention ---- */

static Node *right_of(Scope s, const KnownModel *known)
{
    const char *name = known->model.kind->name;
    s = within(s, name, arena_format(known->arena, ", %s", name), 0);
    const Translated *t = translating_translate(s, known);
    return right_words(s, &t->task, t->by_translator.steps.probabilities, t->by_translator.length);
}

/* For a model without attention: the gradients of its scores, and with built-in weights a
   comparison with the model with attention. */
static void ask_vector(const Run *run, KnownModel fixed, const Translated *t)
{
    Scope s = scope_of(run->graph);
    translating_gradients(s, t);
    if (!weights_are_builtin(fixed.settings.weights))
        return;
    PairSource language = language_source(run->arena, LONGEST_USUAL, false);
    sentence_translated(&fixed, &language, &fixed.target); /* or the target stays */
    KnownModel attending = model_find(run->arena, &fixed.settings, "bahdanau");
    attending.source = fixed.source;
    attending.target = fixed.target;
    right_beside(s, right_of(s, &fixed), right_of(s, &attending));
}

/* The model with one input, or with each of a batch. */
typedef struct Batch {
    int count, longest, longest_target; /* in words */
    KnownModel *each;
} Batch;

static Batch batch_read(const Run *run, const KnownModel *known)
{
    const TranslatingSettings *s = &run->settings->translating;
    Strings given = s->sources.count ? s->sources : (Strings){(const char *[]){s->source}, 1};
    KnownModel *each = arena_alloc(run->arena, (size_t)given.count, sizeof *each);
    Batch batch = {.count = given.count, .each = each};
    for (int i = 0; i < given.count; i++, each++) {
        const char *which = arena_format(run->arena, "translation %d", i + 1);
        *each = *known;
        each->settings.source = given.items[i];
        source_read(each, "--source", false);
        target_read(run, given.count > 1 ? which : "the translation", each);
        batch.longest = larger(batch.longest, each->source.text.token_count);
        batch.longest_target = larger(batch.longest_target, each->target.text.token_count);
    }
    return batch;
}

/* Padded to `length` words with the model's padding word, the end-of-sentence token. */
static TracedSentence sentence_padded(const KnownModel *known, TracedSentence s, int length)
{
    int count = s.text.token_count;
    int *numbers = arena_alloc(known->arena, (size_t)length, sizeof *numbers);
    Tokens tokens = tokens_padded(known->arena, s.text.tokens, count, length);
    for (int i = 0; i < length; i++)
        numbers[i] = i < count ? s.numbers[i] : known->model.end;
    s.padding = length - count;
    s.numbers = numbers;
    s.labels = s.padding ? tokens.labels : s.labels;
    s.text = traced_text(s.text.text, length, tokens.words);
    return s;
}

static void translate_batch(Scope scope, const Batch *batch, const Translated *t)
{
    TranslationTask *tasks = arena_alloc(batch->each->arena, (size_t)batch->count, sizeof *tasks);
    for (int i = 0; i < batch->count; i++) {
        KnownModel padded = batch->each[i];
        padded.source = sentence_padded(&padded, padded.source, batch->longest);
        padded.target = sentence_padded(&padded, padded.target, batch->longest_target);
        tasks[i] = translating_task(&padded);
    }
    transformer_batch(scope, t->transformer, tasks, batch->count);
}

static Trace *tell(const Run *run, const Batch *batch)
{
    const KnownModel *known = batch->each;
    const Model *m = &known->model;
    const TranslatingSettings *s = &known->settings;
    bool is_transformer = m->kind->family == &transformer_family;
    Trace *t = trace_begin(run->graph);
    for (int i = 0; i < batch->count; i++) {
        add_text(t, batch->each[i].source.text);
        add_text(t, batch->each[i].target.text);
    }
    add_setting(t, "model", m->kind->paper, false);
    if (is_transformer)
        add_transformer_settings(t, m);
    else
        add_translator_settings(t, m, s->taking);
    add_setting(t, "target", s->target ? "given" : "chosen", false);
    if (s->choices)
        add_setting(t, "word_order", "free", false);
    translating_origin(t, known);
    if (is_transformer)
        tell_transformer(t, m->sizes, s->layer);
    else
        tell_translation(t, s->step);
    sentence_judge(t, batch->count > 1 ? "the first translation" : "the translation", known);
    return t;
}

Trace *translating_run(const Run *run, const char *kind)
{
    Settings *settings = run->settings;
    TranslatingSettings *s = &settings->translating;
    KnownModel known = model_find(run->arena, s, kind);
    bool is_transformer = known.model.kind->family == &transformer_family;
    if (is_transformer)
        ((TransformerSizes *)known.model.sizes)->variation = settings->model.attention.variation;
    int layers = is_transformer ? model_size(&known.model, "encoder layers") : 0;
    inputs_check(&s->sources);
    Batch batch = batch_read(run, &known);
    known = *batch.each;
    if (s->layer > layers)
        fail_usage("--layer: %d is not from 1 to %d", s->layer, layers);
    if (s->step > known.target.text.token_count)
        fail_usage("--step: %d is not from 1 to %d", s->step, known.target.text.token_count);
    Scope scope = scope_of(run->graph);
    known.source = sentence_padded(&known, known.source, batch.longest);
    const Translated *t = translating_translate(scope, &known);
    if (layers > 1)
        settings->output.elsewhere =
            arena_format(run->arena, "Shown here: layer %d of %d. Another: --layer %d.", s->layer,
                         layers, s->layer % layers + 1);
    if (!strcmp(kind, "fixed"))
        ask_vector(run, known, t);
    if (batch.count > 1)
        translate_batch(scope, &batch, t);
    return tell(run, &batch);
}
