/* A sentence in a pretrained model. */
#include "cli/settings.h"

#include "load/pretrained.h"

/* Memory grows with the square of the tokens: each head has scores, scaled scores, masked scores
   and weights, and as many numbers again for pictures. Scores and probabilities of the whole
   vocabulary are sorted, and written, too. */
static void check_length(Arena *arena, const StackSizes *z, const char *what, int count)
{
    enum { MOST = 4096, OF_HEAD = 8, OF_WORDS = 12 };
    int most = z->places ? smaller(MOST, z->places - z->first_place) : MOST;
    most = z->window ? smaller(most, z->window) : most;
    int matrices = matrices_at_once(count, z->layers.heads * z->layers.encoder_layers * OF_HEAD);
    double words = (double)z->words * OF_WORDS;
    if (count < 1 || count > most)
        fail_usage("%s: %d tokens; from 1 to %d can be read", what, count, most);
    memory_ask(arena_format(arena, "%s: %d tokens", what, count),
               count * ((double)matrices * count + words) * sizeof(real), "a shorter text");
}

static Trace *tell(const Run *run, const Model *m, const char *kind, TracedText text)
{
    const StackSizes *z = m->sizes;
    Trace *t = output_begin(run);
    add_text(t, text);
    add_setting(t, "model", kind, false);
    add_number_setting(t, "layers", z->layers.encoder_layers);
    add_head_settings(t, z->layers.heads, z->layers.d_model, z->layers.design.d_k);
    add_number_setting(t, "d_ff", z->layers.ffn);
    add_setting(t, "mask", z->is_causal ? "causal" : "none", false);
    add_variation_settings(t, &z->layers.variation, false);
    add_origin(t, &(Origin){.weights = m->parameters->origin});
    trace_tell(t, pretrained_list);
    detail_other_layers(t, "layer-*",
                        arena_format(t->arena, "layer-%d/*", run->settings->translating.layer));
    return t;
}

Trace *pretrained_command(const Run *run)
{
    Arena *arena = run->arena;
    Settings *settings = run->settings;
    const Strings *operands = &run->arguments->operands, *given = &settings->model.sentences;
    const char *what = "--sentence", *kind, *typed = given->count ? given->items[0] : NULL;
    if (operands->count != 1)
        fail_usage("name the folder of one model: attnviz pretrained FOLDER");
    Bytes bytes = text_given(arena, &what, typed);
    {
        BLAMES(typed && strcmp(typed, "-"), "");
        check_text(what, bytes.data, bytes.size);
    }
    const char *text = text_trimmed(arena, bytes);
    Model model = stack_file_read(arena, *operands->items, &kind);
    StackSizes *z = model.sizes;
    z->layers.variation = settings->model.attention.variation;
    if (settings->translating.layer > z->layers.encoder_layers)
        fail_usage("--layer: %d is not from 1 to %d", settings->translating.layer,
                   z->layers.encoder_layers);
    const char *tokenizer = arena_format(arena, "%s/tokenizer.json", *operands->items);
    Subwords words = subwords_cut(arena, tokenizer, text, z->words);
    check_length(run->arena, z, what, words.count);
    const char **tokens = arena_alloc(arena, (size_t)words.count, sizeof *tokens);
    for (int i = 0; i < words.count; i++)
        tokens[i] = words.vocabulary[words.ids[i]];
    TranslationTask task = {.target = words.ids,
                            .target_length = words.count,
                            .likely = settings->pretrained_top,
                            .target_labels =
                                tokens_labelled(arena, tokens, tokens, words.count).labels,
                            .vocabulary = words.vocabulary};
    stack_read(scope_of(run->graph), &model, &task);
    return tell(run, &model, kind, traced_text(text, words.count, tokens));
}
