/* A sentence in a pretrained model. */
#include "cli/settings.h"

#include "load/stack_file.h"
#include "load/subwords.h"

/* Memory grows with the square of the tokens: each head has scores, scaled scores, masked scores
   and weights, and as many numbers again for pictures. */
static bool check_length(const StackSizes *z, const char *what, int count, Error *error)
{
    enum { MOST = 4096, MATRICES = 5 };
    int most = z->places ? smaller(MOST, z->places - z->first_place) : MOST;
    double heads = (double)z->layers.heads * z->layers.encoder_layers;
    double needed = heads * MATRICES * count * count * sizeof(real), left = memory_left();
    if (count < 1 || count > most)
        return fail_usage(error, "%s: %d tokens; the model reads 1 to %d", what, count, most);
    return needed <= left ||
           fail_usage(error, "%s: %d tokens would take %.1f GB of memory, and %.1f GB are left",
                      what, count, needed / 1e9, left / 1e9);
}

static Trace *tell(const Run *run, const Model *m, const char *kind, TracedText text)
{
    const StackSizes *z = m->sizes;
    int d_k = z->layers.design.d_k ? z->layers.design.d_k : z->layers.d_model / z->layers.heads;
    Trace *t = output_begin(run);
    add_text(t, text);
    add_setting(t, "model", kind, false);
    add_number_setting(t, "layers", z->layers.encoder_layers);
    add_number_setting(t, "heads", z->layers.heads);
    add_number_setting(t, "d_model", z->layers.d_model);
    add_number_setting(t, "d_k", d_k);
    add_number_setting(t, "d_ff", z->layers.ffn);
    add_setting(t, "mask", z->is_causal ? "causal" : "none", false);
    add_variation_settings(t, &z->layers.variation, false);
    add_origin(t, &(Origin){.weights = m->parameters->origin});
    trace_tell(t, pretrained_list);
    detail_other_layers(t, "layer-*",
                        arena_format(t->arena, "layer-%d/*", run->settings->translating.layer));
    return t;
}

Trace *pretrained_command(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    Settings *settings = run->settings;
    const Values *operands = &run->arguments->operands, *given = &settings->model.sentences;
    const char *what = "--sentence", *kind;
    Bytes bytes;
    Model model;
    Subwords words;
    if (operands->count != 1)
        return fail_usage(error, "name the folder of one model: attnviz pretrained FOLDER"), NULL;
    if (!given->count && !input_is_piped())
        return fail_usage(error, "no sentence: give one with --sentence \"…\", or pipe one in"),
               NULL;
    const char *folder = operands->items[0];
    if (!text_given(arena, &what, given->count ? given->items[0] : "-", &bytes, error) ||
        !check_text(what, bytes.data, bytes.size, error))
        return NULL;
    const char *text = text_trimmed(arena, bytes);
    if (!stack_file_read(arena, folder, &model, &kind, error))
        return NULL;
    StackSizes *z = model.sizes;
    z->layers.variation = settings->model.attention.variation;
    if (settings->translating.layer > z->layers.encoder_layers)
        return fail_usage(error, "--layer %d: there are %d layers", settings->translating.layer,
                          z->layers.encoder_layers),
               NULL;
    if (!subwords_cut(arena, arena_format(arena, "%s/tokenizer.json", folder), text, z->words,
                      &words, error) ||
        !check_length(z, what, words.count, error))
        return NULL;
    const char **tokens = arena_alloc(arena, (size_t)words.count, sizeof *tokens);
    for (int i = 0; i < words.count; i++)
        tokens[i] = words.vocabulary[words.ids[i]];
    StackTask task = {words.count, words.ids,
                      tokens_labelled(arena, tokens, tokens, words.count).labels, words.vocabulary,
                      settings->pretrained_top};
    stack_read(scope_of(run->graph), &model, &task);
    return tell(run, &model, kind, traced_text(text, words.count, tokens));
}
