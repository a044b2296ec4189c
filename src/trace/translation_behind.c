#include "trace/translation_behind.h"

#include "trace/narration.h"

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const TranslationSubject *subject;
} Narration;

enum { CELL_STEPS = 10, WORD_STEPS = CELL_STEPS + 3 };

static void add(Narration *n, Step named, Axis rows, const Node *node)
{
    Step step = named;
    step.note = "";
    step.rows = rows;
    step.cols = feature_axis(n->arena, cols_of(node));
    step.node = node;
    add_step(n->trace, step);
}

static void add_learned(Narration *n, const TranslatorNodes *nodes)
{
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        const Node *node = nodes->tensors[i];
        if (!node)
            continue;
        const char *name = translator_tensor_name(i);
        Axis rows = feature_axis(n->arena, rows_of(node));
        if (i == LEARNS_TARGET_WORDS)
            rows = token_axis("word", n->subject->vocabulary, rows_of(node));
        add(n,
            (Step){.id = name,
                   .title = arena_format(n->arena, "The translator's %s", name),
                   .formula = name},
            rows, node);
    }
}

/* A row of numbers about one word. */
static void add_row_of(Narration *n, const char *id, const char *title, const char *formula,
                       Axis word, const Node *node)
{
    if (node)
        add(n, (Step){.id = id, .title = title, .formula = formula}, word, node);
}

/* What stands inside a function: its node's one input, a sum of what the word and the old state
   add. */
static const Node *inside(const Node *function)
{
    return function ? function->inputs[0] : NULL;
}

static const Node *from_state(const Node *sum)
{
    return sum ? sum->inputs[1] : NULL;
}

/* Of a cell's step: `at`, how its ids begin; `where`, how its titles end. What a plain cell has not
   is left out, and what is `shown` already. */
static void add_cell(Narration *n, const char *at, const char *where, Axis word,
                     const CellStep *cell, bool shown)
{
    const Node *squashed = cell->candidate ? cell->candidate : cell->state;
    const struct {
        const char *stage, *title, *formula;
        const Node *node;
        bool shown;
    } stages[CELL_STEPS] = {
        {"input", "What the word adds", "xW + b", cell->input, false},
        {"gates-sum", "What the gates are σ of", "xW_zr + hU_zr + b_zr", inside(cell->gates),
         false},
        {"gates-from-state", "What the old state adds to the gates", "hU_zr",
         from_state(inside(cell->gates)), false},
        {"update-gate", "Update gate", "z", cell->z, shown},
        {"reset-gate", "Reset gate", "r", cell->r, shown},
        {"kept", "What the candidate sees of the old state", "r ⊙ h", cell->kept, false},
        {"tanh-of", "What the new state is tanh of",
         cell->candidate ? "xW + (r ⊙ h)U + b" : "xW + hU + b", inside(squashed), false},
        {"from-state", "What the old state adds", cell->candidate ? "(r ⊙ h)U" : "hU",
         from_state(inside(squashed)), false},
        {"candidate", "Candidate state", "h̃", cell->candidate, shown},
        {"state", "State", "h", cell->state, shown}};
    for (int i = 0; i < CELL_STEPS; i++)
        if (!stages[i].shown)
            add_row_of(n, arena_format(n->arena, "%s/%s", at, stages[i].stage),
                       arena_format(n->arena, "%s %s", stages[i].title, where), stages[i].formula,
                       word, stages[i].node);
}

static void add_reading(Narration *n, const char *direction, int place, const CellStep *cell)
{
    const char *const *label = n->subject->source.labels + place;
    add_cell(n, arena_format(n->arena, "encoder/%s-%d", direction, place + 1),
             arena_format(n->arena, "at “%s”, read %ss", *label, direction),
             token_axis("source word", label, 1), cell, false);
}

static void add_writing(Narration *n, int i, const DecoderStep *step)
{
    const Alignment *a = &step->alignment;
    const char *const *label = n->subject->target.labels + i;
    const char *at = arena_format(n->arena, "step-%d", i + 1);
    const char *where = arena_format(n->arena, "for “%s”", *label);
    Axis word = token_axis("output word", label, 1);
    add_cell(n, at, where, word, &step->cell, true);
    add_row_of(n, arena_format(n->arena, "%s/context-input", at),
               arena_format(n->arena, "What the context adds %s", where), "cC", word,
               step->context_input);
    add_row_of(n, arena_format(n->arena, "%s/place-layer", at),
               arena_format(n->arena, "The layer that expects a place %s", where), "tanh(W_p s)",
               word, a->place_hidden);
    add_row_of(n, arena_format(n->arena, "%s/place-share", at),
               arena_format(n->arena, "The expected place as a share of the sentence %s", where),
               "σ(v_pᵀ tanh(W_p s))", word, a->place_share);
}

Trace *narrate_behind_translation(Arena *arena, const TranslatorNodes *nodes,
                                  const Translation *translation, const TranslationSubject *subject,
                                  int more)
{
    const Encoding *e = &translation->source.encoding;
    int most = TRANSLATOR_TENSORS + 2 * CELL_STEPS * e->length + WORD_STEPS * translation->length;
    Narration n = {arena, trace_new(arena, most + more, 0, 0, 0), subject};
    add_learned(&n, nodes);
    for (int j = 0; j < e->length; j++) {
        add_reading(&n, "forward", j, &e->forward[j]);
        if (e->backward)
            add_reading(&n, "backward", j, &e->backward[j]);
    }
    for (int i = 0; i < translation->length; i++)
        add_writing(&n, i, &translation->words[i].step);
    return n.trace;
}
