#include "trace/model_comparison.h"

#include "trace/build.h"

static const Note sentences[] = {
    {"*/alignment|*/weights|*/mean", NULL, "",
     "On average the largest weight of a word is {mean-largest}."},
    {"*/mean", "mean", "", "+The query of a row was made of the words before it."},
    {"bahdanau/looks", "argmax_rows", "",
     "The two write different words: rows of the one are no rows of the other."},
    {"looks", "concat", "",
     "The mean of the heads looks where Bahdanau's translator does: {agreeing-columns} of {rows} "
     "{word|words:rows}."},
    {"looks", "concat", "nearest-parts",
     "+The first word at which {nearest} differs is {parting}: it looks at {parting-place}, not "
     "{parting-first-place}."},
    {"*/looks", "concat", "",
     "All {other-columns} heads look at the same word for {agreeing-others} of {rows} output "
     "{word|words:rows}."},
    {"agreement", "stack", "equal",
     "All look where Bahdanau's translator does at {largest} of the words."},
    {"agreement", "stack", "",
     "Most like Bahdanau's alignment: {largest-col} of {largest-row}, at {largest} of the words; "
     "least: {smallest-col} of {smallest-row}, at {smallest}."},
    {"parameters", NULL, "",
     "Numbers that were learned. The transformer has {ratio} times as many as Bahdanau's "
     "translator."},
    {"work", NULL, "",
     "For this sentence the transformer takes {ratio} times as many. Its decoder is counted with "
     "all words read at once; word by word it takes no more if keys and values are kept."},
    {"steps", NULL, "",
     "A state for each word, or a layer for all. Bahdanau's encoder reads {[encoder,bahdanau]} "
     "{word|words:[encoder,bahdanau]} in as many steps, both ways at once; the transformer's has "
     "{[encoder,transformer]} {layer|layers:[encoder,transformer]}, whatever the length. To write, "
     "its words wait for each other too: {[first,transformer]@steps/rounds} "
     "{word|words:[first,transformer]@steps/rounds} × {[decoder given,transformer]} "
     "{layer|layers:[decoder given,transformer]}; with the words given, as in training, "
     "{[decoder given,transformer]}."},
    {"operations", NULL, "",
     "The longest chain of operations that need each other's results, with the words given: "
     "{[both,bahdanau]} with Bahdanau's translator, {[both,transformer]} with the transformer."},
    {0},
};

/* Where both have the same words, what they look at stands in one table. */
static const View views[] = {
    {"bahdanau/looks", ROLE_BEHIND, FORM_CELLS},
    {"bahdanau/alignment|bahdanau/looks", ROLE_SHOWN, FORM_CELLS},
    {"transformer/decoder-*/cross/mean", ROLE_SHOWN, FORM_CELLS},
    {"transformer/decoder-*/cross/head-*/weights", ROLE_SHOWN, FORM_CELLS},
    {"transformer/decoder-*/cross/looks|looks|agreement", ROLE_SHOWN, FORM_CELLS},
    {"parameters|work|steps|operations", ROLE_MINOR, FORM_CELLS}, /* of different things: tables */
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* ---- what is said of the whole ---- */

/* Which of the two say what the language says. */
static const char *rightness(Arena *arena, const ExpectedWords *e)
{
    if (!e->text)
        return "the toy language does not make this sentence: nothing says which words are right";
    if (!e->by_bahdanau && !e->by_transformer)
        return arena_format(arena, "the toy language has others, “%s”", e->text);
    return e->by_bahdanau && e->by_transformer ? "they are the toy language's own"
           : e->by_bahdanau ? "those of Bahdanau's translator are the toy language's own"
                            : "those of the transformer are the toy language's own";
}

static const char *verdict(Arena *arena, const ModelsSubject *s)
{
    if (s->forced)
        return "both go on with the words given";
    return arena_format(arena, "%s; %s",
                        s->same_words ? "both write the same words"
                                      : "they write different words: first Bahdanau's translator, "
                                        "then the transformer",
                        rightness(arena, &s->expected));
}

/* How well both were learned, and how; NULL of models that were not. */
static const char *learned_models(Arena *arena, const ModelsSubject *s)
{
    const ModelOrigin *b = &s->learned[MODEL_BAHDANAU], *t = &s->learned[MODEL_TRANSFORMER];
    if (!b->recipe || !t->recipe)
        return NULL;
    return arena_format(arena,
                        "Of sentences held out of learning Bahdanau's translator has right %s; the "
                        "transformer %s. Bahdanau's translator: %s. The transformer: %s",
                        b->score, t->score, b->recipe, t->recipe);
}

static void add_settings(Trace *t, const ModelsSubject *s)
{
    add_setting(t, "models", "Bahdanau et al. 2015, Vaswani et al. 2017", false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    if (!s->forced) {
        add_setting(t, "same words", s->same_words ? "yes" : "no", false);
        add_setting(t, "toy language", s->expected.text, false);
    }
    add_setting(t, "weights", s->origin, false);
    t->provenance = arena_format(t->arena, "Bahdanau et al. 2015 beside Vaswani et al. 2017: %s",
                                 verdict(t->arena, s));
    t->source = learned_models(t->arena, s);
}

static void add_texts(Trace *t, const ModelsSubject *s)
{
    add_text(t, traced_text(s->source.text, s->source_length, s->source.words));
    for (int k = 0; k < (s->same_words ? 1 : MODELS); k++)
        add_text(t, traced_text(s->targets[k].text, s->target_lengths[k], s->targets[k].words));
}

/* ---- the whole ---- */

/* The mean of the heads stands in front of them, as in the picture. */
static void lead_with_means(Trace *t, int heads)
{
    for (int i = heads; i < t->step_count; i++)
        if (id_matches("*/cross/mean", t->steps[i].id)) {
            Step mean = t->steps[i];
            for (int k = i; k > i - heads; k--)
                t->steps[k] = t->steps[k - 1];
            t->steps[i - heads] = mean;
        }
}

/* Rows are words that are written, and numbers of looks are places of the source. */
static void show_words(Trace *t, const ModelsSubject *s)
{
    Axis written = trace_any_step(t, "transformer/alignment")->rows;
    for (int i = 0; i < t->step_count; i++) {
        Step *step = &t->steps[i];
        if (id_matches("transformer/decoder-*", step->id))
            step->rows = written;
        if (id_matches("looks|*/looks", step->id)) {
            step->places = s->source.labels;
            step->place_count = s->source_length;
        }
    }
}

/* Bahdanau's alignment, and to its right a row for each decoder layer. */
static void add_overview(Trace *t, const TransformerSizes *z)
{
    Grid grid = grid_new(t, "overview", z->decoder_layers, 2 + z->heads);
    const Step *agreement = trace_step(t, "agreement");
    const char *head = "transformer/decoder-%d/cross/head-%d/weights";
    grid.panel.title = "One sentence, two models: what each output word looks at";
    grid.panel.formula =
        arena_format(t->arena, "%s; %s", trace_step(t, "bahdanau/alignment")->formula,
                     trace_step(t, "transformer/decoder-1/cross/head-1/weights")->formula);
    grid.panel.note = agreement ? agreement->note : trace_step(t, "bahdanau/looks")->note;
    grid_place(&grid, 0, 0, "bahdanau/alignment", "Bahdanau", NULL);
    for (int l = 1; l <= z->decoder_layers; l++) {
        grid_place(&grid, l - 1, 1, arena_format(t->arena, "transformer/decoder-%d/cross/mean", l),
                   arena_format(t->arena, "decoder %d, mean", l), NULL);
        for (int h = 1; h <= z->heads; h++)
            grid_place(&grid, l - 1, 1 + h, arena_format(t->arena, head, l, h),
                       arena_format(t->arena, "decoder %d, head %d", l, h), NULL);
    }
    add_panel(t, grid);
}

Trace *trace_model_comparison(Graph *g, const TransformerSizes *sizes, const ModelsSubject *s)
{
    Trace *t = trace_begin(g);
    add_texts(t, s);
    add_settings(t, s);
    trace_tell(t, s->same_words ? views : views + 1, sentences);
    lead_with_means(t, sizes->heads);
    show_words(t, s);
    add_overview(t, sizes);
    return t;
}
