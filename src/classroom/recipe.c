#include "classroom/recipe.h"

#include "load/arguments.h"
#include "trace/build.h"

const char *base_name(const char *id)
{
    const char *slash = strchr(id, '/');
    return slash ? slash + 1 : id;
}

int table_index(const Worksheet *sheet, const char *id)
{
    const Table *t = find_named(sheet->tables, sheet->count, sizeof *t, id);
    return t ? (int)(t - sheet->tables) : -1;
}

/* An earlier table by id, preferably of the same head; NULL if there is none. */
static Node *at_hand(Bench *b, const char *id)
{
    const char *own = b->sheet->tables[b->table].id;
    int head = (int)(base_name(own) - own);
    int i = table_index(b->sheet, arena_format(b->graph->arena, "%.*s%s", head, own, id));
    if (i < 0 || i >= b->table)
        i = table_index(b->sheet, id);
    if (i < 0 || i >= b->table)
        return NULL;
    if (!b->walk)
        return b->sheet->tables[i].node;
    if (!b->leaves[i])
        b->leaves[i] = parameter(b->graph, b->walk->carried[i], "written before");
    return b->leaves[i];
}

/* ---- operands ---- */

/* Position encoding of three words with half and quarter turns: sine and cosine of 180° p and of
   90° p. The first position is `from` / 2; if `from` is odd, the cosine comes first. */
static Node *turns(Graph *g, int from)
{
    static const int sines[] = {0, 1, 0, -1}; /* of multiples of 90° */
    Tensor t = tensor_new(g->arena, 3, 4);
    for (int c = 0; c < 12; c++) {
        int half_turns = c % 4 < 2, place = from / 2 + c / 4;
        t.data[c] = (real)sines[(place * (1 + half_turns) + (c + from) % 2) % 4];
    }
    return constant(g, t, "as the level says");
}

/* Parses words:MASK in the syntax of --mask: "3:causal", "5:local:1". */
static Node *mask_of(Graph *g, const char *word)
{
    char *spec;
    int size = (int)strtol(word, &spec, 10);
    Tensor mask;
    CHECK(mask_load(g->arena, spec + 1, size, &mask, &(Error){0}), "%s is no mask", word);
    return constant(g, mask, "as the level says");
}

/* The softmax's input. */
static Node *last_scores(Bench *b)
{
    static const char *const ids[] = {"masked", "scaled", "scores", "energies"};
    Node *found = NULL;
    for (int i = 0; !found && i < 4; i++)
        found = at_hand(b, ids[i]);
    return found;
}

/* `a` with masked cells set to 0, if there is a mask. */
static Node *zero_where_hidden(Bench *b, Node *a)
{
    Node *mask = at_hand(b, "mask");
    if (!mask)
        return a;
    Tensor finite = tensor_copied(b->graph->arena, a->value);
    for (size_t i = 0; i < tensor_size(finite); i++)
        finite.data[i] = isinf(finite.data[i]) ? 0 : finite.data[i];
    bool same = !memcmp(finite.data, a->value.data, tensor_size(finite) * sizeof(real));
    return multiply(b->graph, same ? a : constant(b->graph, finite, ""), exp_of(b->graph, mask));
}

static Node *operand(void *bench, const char *word, Node ***top)
{
    Bench *b = bench;
    if (strchr(word, ':'))
        return mask_of(b->graph, word);
    if (begins_with(word, "turns-"))
        return turns(b->graph, atoi(word + strlen("turns-")));
    if (!strcmp(word, "√"))
        return divide_by_root(b->graph, *--*top, D_K);
    if (!strcmp(word, "hidden-0"))
        return zero_where_hidden(b, *--*top);
    return !strcmp(word, "S") ? last_scores(b) : at_hand(b, word);
}

Node *recipe_make(Bench *b, const char *made)
{
    return matrix_made(b->graph, made, NULL, operand, b);
}

/* ---- recipes ---- */

const char *const row_numbers[] = {"1", "2", "3", "4", "5", "6", "7", "8"};

#define LABELS(name, ...) static const char *const name[] = {__VA_ARGS__};
#include "classroom/labels.list"

const Level levels[LEVELS] = {
#include "classroom/levels.list"
};

const Mistake mistakes[] = {
#include "classroom/mistakes.list"
};
const int mistake_count = sizeof mistakes / sizeof *mistakes;
