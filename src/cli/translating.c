#include "cli/settings.h"

/* ---- settings ---- */

const uint64_t *translating_seed(const TranslatingSettings *s)
{
    return weights_are_random(s->weights) || s->taking == TAKE_DRAWN ? &s->seed : NULL;
}

/* A command with --hard alone shows both kinds of attention, and this is its hard one. */
bool check_seed(const Run *run, Error *error)
{
    TranslatingSettings *s = &run->settings->translating;
    const Argument *attention = argument_named(run->arguments, "attention");
    bool hard = attention ? s->attention == 1 : argument_named(run->arguments, "hard") != NULL;
    s->taking = !hard ? TAKE_MEAN : s->hard ? TAKE_LARGEST : TAKE_DRAWN;
    return !is_given(run, "seed") || translating_seed(s) ||
           fail_usage(error, "--seed draws random weights, or what hard attention takes: "
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
    const struct Shown *found =
        find_named(showing, sizeof showing / sizeof *showing, sizeof *showing, kind->name);
    return found ? found->command : NULL;
}

bool model_check_memory(Arena *arena, const ModelKind *kind, const void *sizes, int copies,
                        Error *error)
{
    return parameters_check_memory(model_new(arena, kind, sizes).parameters, copies, error) ||
           fail_as_usage(error);
}

/* Of random weights: those of Bahdanau's built-in one, with a narrower window. */
static const TranslatorSizes usual_sizes = {
    .embedding = 24, .hidden = 32, .alignment = 24, .window = 2};

static bool draw(KnownModel *known, const ModelKind *kind, Error *error)
{
    PairSource language = language_source(known->arena, LONGEST_USUAL, false);
    if (kind->family->predicts_source)
        language.target = language.source;
    bool is_transformer = kind->family == &transformer_family;
    const void *sizes = is_transformer ? (const void *)&known->settings.sizes : &usual_sizes;
    sizes = model_sizes(known->arena, kind, sizes, language.source.count, language.target.count);
    known->model = model_new(known->arena, kind, sizes);
    known->model.end = END_WORD;
    known->model.source = language.source;
    known->model.target = language.target;
    if (!model_check_memory(known->arena, kind, sizes, 1, error))
        return false;
    parameters_draw(known->model.parameters, known->settings.seed);
    return true;
}

static bool check_kind(const KnownModel *known, const ModelKind *asked, Error *error)
{
    const ModelKind *found = known->model.kind;
    const char *command = model_command(found);
    return found == asked ||
           fail_usage(error, "--weights %s is a model of the kind %s, but %s is asked for; %s%s",
                      known->settings.weights, found->name, asked->name,
                      command ? "it goes with " : "no command shows one of its kind",
                      command ? command : "");
}

/* What was learned: built in, or in a file of the user's. */
static bool load(KnownModel *known, const ModelKind *kind, Error *error)
{
    Arena *arena = known->arena;
    Model *m = &known->model;
    if (weights_are_builtin(known->settings.weights))
        *m = builtin_model(arena, known->settings.choices ? "choices" : kind->name);
    else if (!model_file_read(arena, known->settings.weights, m, error) ||
             !check_kind(known, kind, error))
        return false;
    m->parameters->origin = visible_text(arena, m->parameters->origin);
    return true;
}

bool model_find(Arena *arena, const TranslatingSettings *s, const char *name, KnownModel *known,
                Error *error)
{
    const ModelKind *kind = model_kind(name);
    CHECK(kind, "no model of the kind %s", name);
    *known = (KnownModel){.arena = arena, .settings = *s};
    if (!(weights_are_random(s->weights) ? draw : load)(known, kind, error))
        return false;
    if (s->window)
        ((TranslatorSizes *)known->model.sizes)->window = s->window;
    return true;
}

/* ---- translating ---- */

/* All words of a vocabulary, safe to show. */
static const char *const *visible_words(Arena *arena, const Lexicon *vocabulary)
{
    const char **words = arena_alloc(arena, (size_t)vocabulary->count, sizeof *words);
    for (int i = 0; i < vocabulary->count; i++)
        words[i] = visible_text(arena, vocabulary->words[i]);
    return words;
}

TranslationTask translating_task(const KnownModel *known, const TracedSentence *source,
                                 const TracedSentence *target)
{
    int length = target->text.token_count;
    /* what stands before each word: the end before the first, then all words but the last */
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

TracedSentence translating_choose(const KnownModel *known, const TracedSentence *source)
{
    Arena *arena = known->arena;
    const Lexicon *target = &known->model.target;
    TranslationTask task = translating_task(known, source, &(TracedSentence){.labels = NULL});
    int usual = smaller(2 * task.source_length + 10, LONGEST_SIDE + 1);
    task.target_length = known->settings.longest ? known->settings.longest : usual;
    int *words = arena_alloc(arena, (size_t)task.target_length, sizeof *words);
    int length = known->model.kind->family->write(&known->model, &task, words);
    int shown = length - (words[length - 1] == known->model.end); /* the end is none of its text */
    return sentence_of(arena, sentence_text(arena, target, words, shown), target, words, length);
}

const Translated *translating_translate(Scope scope, const KnownModel *known,
                                        const TracedSentence *source, const TracedSentence *target)
{
    Graph *g = scope.graph;
    Translated *t = arena_alloc(g->arena, 1, sizeof *t);
    t->task = translating_task(known, source, target);
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

static Node *right_of(Scope s, const KnownModel *known, const TracedSentence *source,
                      const TracedSentence *target)
{
    const char *name = known->model.kind->name;
    s = within(s, name, arena_format(known->arena, ", %s", name), 0);
    const Translated *t = translating_translate(s, known, source, target);
    return right_words(s, &t->task, t->by_translator.steps.probabilities, t->by_translator.length);
}

/* What the one vector is asked for, and what attention would do. */
static void ask_vector(const Run *run, const KnownModel *known, const TracedSentence *source,
                       TracedSentence target, const Translated *t)
{
    Scope s = scope_of(run->graph);
    KnownModel attending;
    Error error;
    translating_gradients(s, t);
    if (!weights_are_builtin(known->settings.weights))
        return;
    PairSource language = language_source(run->arena, LONGEST_USUAL, false);
    sentence_translated(run->arena, &language, source, NULL, &target); /* else as it is */
    model_find(run->arena, &known->settings, "bahdanau", &attending, &error);
    right_beside(s, right_of(s, known, source, &target), right_of(s, &attending, source, &target));
}

/* What there is to tell whole: a word of a translator, a layer of a transformer. */
static bool check_told(const TranslatingSettings *s, int words, int layers, Error *error)
{
    if (s->layer > layers)
        return fail_usage(error, "--layer %d: there %s %d layer%s", s->layer,
                          layers == 1 ? "is" : "are", layers, plural(layers));
    return s->step <= words ||
           fail_usage(error, "--step %d: the translation has %d steps", s->step, words);
}

/* Sentences and their translations; several are a batch. */
typedef struct Sides {
    int count, longest, longest_target; /* in words */
    TracedSentence *sources, *targets;
} Sides;

static bool sides_read(const Run *run, KnownModel *known, Sides *sides, Error *error)
{
    const TranslatingSettings *s = &run->settings->translating;
    Values given = s->sources.count ? s->sources : (Values){(const char *[]){s->source}, 1};
    TracedSentence *all = arena_alloc(run->arena, 2 * (size_t)given.count, sizeof *all);
    *sides = (Sides){.count = given.count, .sources = all, .targets = all + given.count};
    for (int i = 0; i < given.count; i++) {
        TracedSentence *source = &sides->sources[i], *target = &sides->targets[i];
        const char *which = arena_format(run->arena, "translation %d", i + 1);
        known->settings.source = given.items[i];
        if (!source_read(known, "--source", false, source, error) ||
            !target_read(run, given.count > 1 ? which : "the translation", known, source, target,
                         error))
            return false;
        sides->longest = larger(sides->longest, source->text.token_count);
        sides->longest_target = larger(sides->longest_target, target->text.token_count);
    }
    return true;
}

static void translate_batch(Scope scope, const KnownModel *known, const Sides *sides,
                            const Translated *t)
{
    Arena *arena = known->arena;
    TranslationTask *tasks = arena_alloc(arena, (size_t)sides->count, sizeof *tasks);
    for (int i = 0; i < sides->count; i++) {
        TracedSentence source = sentence_padded(known, sides->sources[i], sides->longest);
        TracedSentence target = sentence_padded(known, sides->targets[i], sides->longest_target);
        tasks[i] = translating_task(known, &source, &target);
    }
    transformer_batch(scope, t->transformer, tasks, sides->count);
}

static Trace *tell(const Run *run, const KnownModel *known, const Sides *sides,
                   const Translated *translated)
{
    const Model *m = &known->model;
    const TranslatingSettings *s = &known->settings;
    bool is_transformer = m->kind->family == &transformer_family;
    Trace *t = trace_begin(run->graph);
    for (int i = 0; i < sides->count; i++) {
        add_text(t, sides->sources[i].text);
        add_text(t, sides->targets[i].text);
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
        tell_translation(t, &translated->task, s->step);
    sentence_judge(t, sides->count > 1 ? "the first translation" : "the translation", known,
                   sides->sources, sides->targets);
    return t;
}

Trace *translating_run(const Run *run, const char *kind, Error *error)
{
    Settings *settings = run->settings;
    TranslatingSettings *s = &settings->translating;
    KnownModel known;
    Sides sides;
    if (!model_find(run->arena, s, kind, &known, error))
        return NULL;
    bool is_transformer = known.model.kind->family == &transformer_family;
    if (is_transformer)
        ((TransformerSizes *)known.model.sizes)->variation = settings->model.attention.variation;
    int layers = is_transformer ? model_size(&known.model, "encoder layers") : 0;
    if (!inputs_check(&s->sources, error) || !sides_read(run, &known, &sides, error) ||
        !check_told(s, sides.targets->text.token_count, layers, error))
        return NULL;
    Scope scope = scope_of(run->graph);
    const TracedSentence first = sentence_padded(&known, *sides.sources, sides.longest);
    const Translated *t = translating_translate(scope, &known, &first, sides.targets);
    if (layers > 1)
        settings->output.elsewhere =
            arena_format(run->arena, "Shown here: layer %d of %d. Another: --layer %d.", s->layer,
                         layers, s->layer % layers + 1);
    if (!strcmp(kind, "fixed"))
        ask_vector(run, &known, sides.sources, *sides.targets, t);
    if (sides.count > 1)
        translate_batch(scope, &known, &sides, t);
    return tell(run, &known, &sides, t);
}
