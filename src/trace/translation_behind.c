#include "trace/translation_behind.h"

#include "trace/cell_behind.h"
#include "trace/narration.h"

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const TranslationSubject *subject;
} Narration;

enum { READING_STEPS = 1, WORD_STEPS = CELL_STEPS + 10, OTHER_STEPS = 1 };

static void add_learned(Narration *n, const TranslatorNodes *nodes)
{
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        const Node *node = nodes->tensors[i];
        if (!node)
            continue;
        const char *name = translator_tensor_name(i);
        Axis rows = numbered_axis(n->arena, rows_of(node));
        if (i == LEARNS_TARGET_WORDS)
            rows = token_axis("word", n->subject->vocabulary, rows_of(node));
        add_behind(n->trace,
                   (Step){.id = name,
                          .title = arena_format(n->arena, "The translator's %s", name),
                          .formula = name},
                   rows, node);
    }
}

/* What all words bring to the cells, in one product, before a bias is added and each has its row.
 */
static void add_products(Narration *n, const char *direction, const CellStep *cells, int length)
{
    add_behind(n->trace,
               (Step){.id = arena_format(n->arena, "encoder/%s/products", direction),
                      .title = arena_format(n->arena, "What the words bring, read %ss", direction),
                      .formula = "xW"},
               token_axis("source word", n->subject->source.labels, length),
               cells[0].input->inputs[0]->inputs[0]);
}

static void add_reading(Narration *n, const char *direction, int place, const CellStep *cell)
{
    const char *const *label = n->subject->source.labels + place;
    CellNames names = {
        .at = arena_format(n->arena, "encoder/%s-%d", direction, place + 1),
        .where = arena_format(n->arena, "at “%s”, read %ss", *label, direction),
        .input_title = "What the word adds",
        .input_formula = "xW + b",
        .word = token_axis("source word", label, 1),
    };
    add_cell_behind(n->trace, &names, cell);
}

/* One step for each node that there is. */
typedef struct Part {
    const char *stage, *title, *formula;
    const Node *node;
} Part;

static void add_parts(Narration *n, const CellNames *names, const Part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_behind(n->trace,
                   (Step){.id = arena_format(n->arena, "%s/%s", names->at, parts[i].stage),
                          .title = arena_format(n->arena, "%s %s", parts[i].title, names->where),
                          .formula = parts[i].formula},
                   names->word, parts[i].node);
}

/* A node's operand, if it has the node. */
static const Node *operand(const Node *node, int i)
{
    return node ? node->inputs[i] : NULL;
}

/* What the cell reads: the word before, and with Bahdanau's decoder the context too. */
static void add_read(Narration *n, const CellNames *names, const DecoderStep *step)
{
    const Node *both = step->context_input ? step->cell.input : NULL;
    const Node *word = both ? both->inputs[0] : step->cell.input;
    const Part parts[] = {
        {"word-input", "What the word before adds", "yW + b", both ? word : NULL},
        {"word-product", "What the word before brings", "yW", word->inputs[0]},
        {"context-input", "What the context adds", "cC", step->context_input},
    };
    add_parts(n, names, parts, sizeof parts / sizeof *parts);
}

/* Where local attention expects to look, and what the next word's scores are made of. */
static void add_answer(Narration *n, const CellNames *names, const TranslatedWord *word)
{
    const Alignment *a = &word->step.alignment;
    const Readout *r = &word->readout;
    const Part parts[] = {
        {"place-sum", "What the layer that expects a place is tanh of", "W_p s",
         operand(a->place_hidden, 0)},
        {"place-layer", "The layer that expects a place", "tanh(W_p s)", a->place_hidden},
        {"place-score", "What the expected place is σ of", "v_pᵀ tanh(W_p s)",
         operand(a->place_share, 0)},
        {"place-share", "The expected place as a share of the sentence", "σ(v_pᵀ tanh(W_p s))",
         a->place_share},
        {"source-length", "The length of the source", "T", operand(a->place, 1)},
        {"attentional-sum", "What the attentional state is tanh of", "W_c[c ; s]",
         operand(r->attentional, 0)},
        {"score-products", "The scores before the bias", "[s ; c ; y]W_o",
         r->attentional ? NULL : r->scores->inputs[0]},
    };
    add_parts(n, names, parts, sizeof parts / sizeof *parts);
}

static void add_writing(Narration *n, int i, const TranslatedWord *word)
{
    const char *const *label = n->subject->target.labels + i;
    bool reads_context = word->step.context_input != NULL;
    CellNames names = {
        .at = arena_format(n->arena, "step-%d", i + 1),
        .where = arena_format(n->arena, "for “%s”", *label),
        .input_title = reads_context ? "What the word before and the context add"
                                     : "What the word before adds",
        .input_formula = reads_context ? "yW + b + cC" : "yW + b",
        .word = token_axis("output word", label, 1),
        .shown = true,
    };
    add_cell_behind(n->trace, &names, &word->step.cell);
    add_read(n, &names, &word->step);
    add_answer(n, &names, word);
}

/* Bahdanau's decoder begins with a layer over what was read last. */
static void add_first_state(Narration *n, const Node *state)
{
    static const char *const label[] = {"before the first word"};
    add_behind(n->trace,
               (Step){.id = "decoder/first-state-sum",
                      .title = "What the decoder's first state is tanh of",
                      .formula = "W_s h"},
               token_axis("state", label, 1), state->inputs[0]);
}

Trace *narrate_behind_translation(Arena *arena, const TranslatorNodes *nodes,
                                  const Translation *translation, const TranslationSubject *subject,
                                  int more)
{
    const Encoding *e = &translation->source.encoding;
    int most = TRANSLATOR_TENSORS + 2 * (CELL_STEPS * e->length + READING_STEPS) +
               WORD_STEPS * translation->length + OTHER_STEPS;
    Narration n = {arena, trace_new(arena, most + more, 0, 0, 0), subject};
    add_learned(&n, nodes);
    add_products(&n, "forward", e->forward, e->length);
    if (e->backward)
        add_products(&n, "backward", e->backward, e->length);
    for (int j = 0; j < e->length; j++) {
        add_reading(&n, "forward", j, &e->forward[j]);
        if (e->backward)
            add_reading(&n, "backward", j, &e->backward[j]);
    }
    if (nodes->translator->kind->context_first)
        add_first_state(&n, translation->source.first_state);
    for (int i = 0; i < translation->length; i++)
        add_writing(&n, i, &translation->words[i]);
    return n.trace;
}
