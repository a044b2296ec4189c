#include "trace/traces.h"

/* ---- a sentence that attends to itself ---- */

/* Adds a setting unless its value is NULL. */
static void add_given(Trace *t, const char *name, const char *value, bool is_number)
{
    if (value)
        add_setting(t, name, value, is_number);
}

void add_variation_settings(Trace *t, const Variation *v, bool normalise)
{
    static const char *const weightings[] = {NULL, "linear", "squared"};
    static const char *const maskings[] = {NULL, "zero", "after"};
    bool is_based = v->base > 0 && v->base != POSITION_BASE;
    add_given(t, "temperature",
              v->temperature > 0 ? arena_format(t->arena, "%g", v->temperature) : NULL, true);
    add_given(t, "base", is_based ? arena_format(t->arena, "%g", v->base) : NULL, true);
    add_given(t, "weighting", weightings[v->weighting], false);
    add_given(t, "masking", maskings[v->masking], false);
    add_given(t, "normalise", normalise ? "yes" : NULL, false);
    add_given(t, "convention", words_are_columns(t->graph) ? "columns" : NULL, false);
}

void add_head_settings(Trace *t, int heads, int d_model, int d_k)
{
    add_number_setting(t, "heads", heads);
    add_number_setting(t, "d_model", d_model);
    add_number_setting(t, "d_k", d_k);
}

void add_attention_settings(Trace *t, const SelfAttentionSettings *settings, int d_model, int d_k,
                            const Subject *subject)
{
    add_head_settings(t, settings->heads, d_model, d_k);
    add_setting(t, "mask", subject->mask, false);
    add_setting(t, "positions", settings->positions ? "sinusoidal" : "none", false);
    static const char *const scales[] = {"sqrt", "none", "after"};
    add_setting(t, "scale", scales[settings->variation.scale], false);
    add_variation_settings(t, &settings->variation, settings->normalise);
}

Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject,
                                const char *list)
{
    Trace *t = trace_begin(g);
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), cols_of(model->heads->keys),
                           subject);
    add_origin(t, &subject->origin);
    add_given(t, "word", subject->word, false);
    t->minor_unread = subject->minor_unread;
    trace_tell(t, list);
    return t;
}

/* ---- a training ---- */

void tell_training(Trace *t, const TrainingHistory *h, uint64_t seed)
{
    const Model *m = h->model;
    if (m->kind == &context_kind) {
        int d_model = model_size(m, "d_model"), heads = model_size(m, "heads");
        add_head_settings(t, heads, d_model, d_model / heads);
    }
    add_setting(t, "corpus", m->corpus, false);
    add_number_setting(t, "steps", h->steps_done);
    add_number_setting(t, "steps asked for", h->steps_asked);
    add_origin(t, &(Origin){.weights = arena_format(t->arena, "learned from %s", m->corpus),
                            .seed = &seed});
    trace_tell(t, training_list);
}

/* ---- all mechanisms over the same states ---- */

/* The columns of the two tables: first what a mechanism is, then what it does here. */
static const char *const columns_told[] = {
#include "trace/mechanism_columns.list"
};

enum { IS = 5, DOES = COUNT_OF(columns_told) - IS };

/* The formula of a node; a projected row is written out: h₇ W_Q rather than Q. */
static const char *written(Graph *g, Node *node)
{
    Formula f = strcmp(node->op->name, "matmul") ? writing_of(g, node)->formula
                                                 : writing_derived(g, node).formula;
    return formula_plain(g->arena, f.text);
}

/* Fills in the cells of one mechanism; NULL where it has nothing. */
static void tell(Graph *g, const Mechanism *m, const char *is[IS], const char *does[DOES])
{
    char weight[NUMBER_SIZE], work[NUMBER_SIZE];
    int most = largest_in_row(node_value(m->weights), 0);
    double largest = (double)node_value(m->weights).data[most];
    is[0] = m->two ? "two" : "one";
    is[1] = written(g, m->query);
    is[2] = written(g, m->keys);
    is[3] = written(g, m->values);
    is[4] = written(g, m->scores);
    does[0] = m->paper;
    does[1] = m->reach;
    does[2] = strcmp(m->weights->op->name, "take_one") ? "soft" : "hard";
    does[3] = largest > 0 ? writing_of(g, m->weights)->cols.labels[most] : NULL;
    does[4] = arena_strdup(g->arena, number_fixed(weight, largest, 2));
    does[5] = arena_strdup(g->arena, number_count(work, m->multiply_adds));
}

void tell_mechanisms(Trace *t, const Mechanism *all)
{
    const char *is[MECHANISMS][IS], *does[MECHANISMS][DOES];
    Axis rows = name_find(t->graph, "weights")->writing->rows;
    for (int i = 0; i < MECHANISMS; i++)
        tell(t->graph, &all[i], is[i], does[i]);
    name_texts(t, "mechanisms", "What each mechanism is", rows,
               label_axis("what", columns_told, IS), *is);
    name_texts(t, "findings", "What each does here", rows,
               label_axis("what", columns_told + IS, DOES), *does);
    trace_tell(t, mechanisms_list);
}

/* ---- translators by sentence length ---- */

void tell_bottleneck(Trace *t, const Bottleneck *b)
{
    trace_tell(t, bottleneck_list);
    Curves *accuracy = trace_step(t, "accuracy")->curves;
    accuracy->mark = b->longest;
    if (b->longest && b->lengths[b->length_count - 1] > b->longest)
        accuracy->mark_name = "learned up to here";
}

/* ---- a translation with attention ---- */

/* Indexed by Taking. */
static const char *const taking_names[] = {"soft", "hard (drawn)", "hard (the largest)"};

/* Adds a size that not every translator has. */
static void add_size(Trace *t, const char *name, int size, bool is_there)
{
    add_setting(t, name, is_there ? arena_format(t->arena, "%d", size) : NULL, true);
}

void add_translator_settings(Trace *t, const Model *m, Taking taking)
{
    const TranslatorDesign *design = m->kind->design;
    const TranslatorSizes *sizes = m->sizes;
    bool attends = design->attends;
    add_setting(t, "score", attends ? score_names[design->score] : NULL, false);
    add_setting(t, "local", attends ? reach_names[design->reach] : NULL, false);
    add_setting(t, "attention", attends ? taking_names[taking] : "none", false);
    add_setting(t, "encoder", design->both_ways ? "bidirectional" : "causal", false);
    add_setting(t, "cell", design->cell == CELL_GRU ? "gru" : "rnn", false);
    add_size(t, "embedding", sizes->embedding, true);
    add_size(t, "hidden", sizes->hidden, true);
    add_size(t, "alignment_layer", sizes->alignment, translator_has_layer(design));
    add_size(t, "window", sizes->window, design->reach != REACH_GLOBAL);
}

/* The steps that are transposed in the panel of the alignment model, where each source word has one
   row. */
static const char *const turned[] = {"energies", "masked", "softmax", "bell", "weights", "taken"};

/* First names the transposed columns of the word shown in full: "step-6/inside/energies". */
void tell_translation(Trace *t, int word)
{
    Graph *g = t->graph;
    Scope inside = within(scope_of(g), "step-%d/inside", "", word);
    for (int i = 0; i < COUNT_OF(turned); i++) {
        const Name *row = name_find(g, arena_format(g->arena, "step-%d/%s", word, turned[i]));
        if (row)
            named(inside, turned[i], row->title, transpose(g, row->node));
    }
    trace_tell(t, translation_list);
    trace_tell_whole(t, arena_format(t->arena, "step-%d", word));
}

/* ---- a transformer that translates ---- */

void add_transformer_settings(Trace *t, const Model *m)
{
    const TransformerSizes *z = m->sizes;
    add_number_setting(t, "encoder_layers", z->encoder_layers);
    add_number_setting(t, "decoder_layers", z->decoder_layers);
    add_head_settings(t, z->heads, z->d_model, z->d_model / z->heads);
    add_number_setting(t, "d_ff", z->ffn);
    add_setting(t, "norm", norm_place_names[z->norm], false);
    if (z->variation.scale)
        add_setting(t, "scale", z->variation.scale == SCALE_NONE ? "none" : "after", false);
    add_variation_settings(t, &z->variation, false);
}

void tell_transformer(Trace *t, const TransformerSizes *z, int layer)
{
    const char *told =
        arena_format(t->arena, "encoder-%d/*|decoder-%d/*", smaller(layer, z->encoder_layers),
                     smaller(layer, z->decoder_layers));
    trace_tell(t, transformer_list);
    detail_other_layers(t, "encoder-*|decoder-*", told);
}

void detail_other_layers(Trace *t, const char *layers, const char *told)
{
    for (int i = 0; i < t->step_count; i++)
        if (id_matches(layers, t->steps[i].id) && !id_matches(told, t->steps[i].id))
            t->steps[i].detail = true;
}

/* ---- two models that translate one sentence ---- */

/* Moves the mean of the heads before the heads, as in the picture. */
static void lead_with_means(Trace *t, int heads)
{
    for (int i = heads; i < t->step_count; i++)
        if (id_matches("*/cross/mean", t->steps[i].id)) {
            Step mean = t->steps[i];
            memmove(&t->steps[i - heads + 1], &t->steps[i - heads], (size_t)heads * sizeof mean);
            t->steps[i - heads] = mean;
        }
}

/* Labels the rows with the output words, and marks the numbers of looks as source places. */
void tell_model_comparison(Trace *t, int heads)
{
    trace_tell(t, model_comparison_list);
    lead_with_means(t, heads);
    Axis written = trace_any_step(t, "transformer/alignment")->rows;
    for (int i = 0; i < t->step_count; i++) {
        const char *id = t->steps[i].id;
        if (id_matches("transformer/decoder-*", id))
            t->steps[i].rows = written;
        if (id_matches("looks|*/looks", id))
            trace_places(t, id, trace_step(t, "bahdanau/alignment")->cols);
    }
}
