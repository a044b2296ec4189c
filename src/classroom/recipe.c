#include "classroom/recipe.h"

#include "load/arguments.h"
#include "trace/build.h"

int table_index(const Worksheet *sheet, const char *id)
{
    const Table *t = find_named(sheet->tables, sheet->count, sizeof *t, id);
    return t ? (int)(t - sheet->tables) : -1;
}

/* An earlier table by id, preferably of the same head; NULL if there is none. */
static Node *at_hand(Bench *b, const char *id)
{
    const Table *tables = b->sheet->tables;
    const char *own = tables[b->table].id;
    int head = (int)(base_name(own) - own);
    const char *of_head = arena_format(b->graph->arena, "%.*s%s", head, own, id);
    const Table *t = find_named(tables, b->table, sizeof *t, of_head);
    t = t ? t : find_named(tables, b->table, sizeof *t, id);
    if (!t || !b->walk)
        return t ? t->node : NULL;
    Node **leaf = &b->leaves[t - tables];
    if (!*leaf)
        *leaf = parameter(b->graph, b->walk->carried[t - tables], "written before");
    return *leaf;
}

/* ---- operands ---- */

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
    if (strchr(word, ',')) /* a literal matrix: "0,-inf;0,0" */
        return constant(b->graph, vector_list_read(b->graph->arena, word, word, true).vectors,
                        "as the level says");
    if (!strcmp(word, "√"))
        return divide_by_root(b->graph, *--*top, D_K);
    if (!strcmp(word, "hidden-0"))
        return zero_where_hidden(b, *--*top);
    const char *ids = strcmp(word, "S") ? word : "masked|scaled|scores|energies";
    Node *found = NULL;
    while (!found && *ids)
        found = at_hand(b, next_part(b->graph->arena, &ids, "|"));
    return found;
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
const int mistake_count = COUNT_OF(mistakes);

const Mistake *next_mistake(const Worksheet *sheet, const Mistake *last)
{
    const Mistake *next = last ? last + 1 : mistakes;
    while (next < mistakes + mistake_count && !strchr(next->levels, '0' + sheet->level))
        next++;
    return next < mistakes + mistake_count ? next : NULL;
}
