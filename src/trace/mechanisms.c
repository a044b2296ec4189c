#include "trace/traces.h"

#include "trace/formula.h"

/* What is told of each; the first columns say what it is, the others what it does here. */
static const char *const columns_told[] = {
    "sequences", "query",  "key",      "value",  "score",         "paper",
    "reach",     "choice", "looks at", "weight", "multiply-adds",
};

enum { WHAT_IT_IS = 5, COLUMNS = sizeof columns_told / sizeof *columns_told };

/* A projected row is written out: h₇ W_Q rather than Q. */
static const char *written(Graph *g, Node *node)
{
    Formula f = strcmp(node->op->name, "matmul") ? writing_of(g, node)->formula
                                                 : writing_derived(g, node).formula;
    return formula_plain(g->arena, f.text);
}

/* NULL for what there is not. */
static void tell(Graph *g, const Mechanism *m, const char *cells[COLUMNS])
{
    char weight[NUMBER_SIZE], work[NUMBER_SIZE];
    int most = largest_in_row(m->weights->value, 0);
    double largest = (double)m->weights->value.data[most];
    const char *told[COLUMNS] = {
        m->two ? "two" : "one",
        written(g, m->query),
        written(g, m->keys),
        written(g, m->values),
        written(g, m->scores),
        m->paper,
        m->reach,
        strcmp(m->weights->op->name, "take_one") ? "soft" : "hard",
        largest > 0 ? writing_of(g, m->weights)->cols.labels[most] : NULL,
        arena_strdup(g->arena, number_fixed(weight, largest, 2)),
        arena_strdup(g->arena, number_count(work, m->multiply_adds)),
    };
    memcpy(cells, told, sizeof told);
}

/* Some of the columns. */
static void add_table(Trace *t, const char *id, const char *title, const Mechanism *all, int first,
                      int count, Lexicon *texts)
{
    const char **table = arena_alloc(t->arena, (size_t)(MECHANISMS * count), sizeof *table);
    for (int i = 0; i < MECHANISMS; i++) {
        const char *cells[COLUMNS];
        tell(t->graph, &all[i], cells);
        memcpy(table + i * count, cells + first, (size_t)count * sizeof *table);
    }
    name_texts(t, texts, id, title, name_find(t->graph, "weights")->writing->rows,
               label_axis("what", columns_told + first, count), table);
}

void tell_mechanisms(Trace *t, const Mechanism *all)
{
    Lexicon texts = lexicon_new(t->arena);
    add_table(t, "mechanisms", "What each mechanism is", all, 0, WHAT_IT_IS, &texts);
    add_table(t, "findings", "What each does here", all, WHAT_IT_IS, COLUMNS - WHAT_IT_IS, &texts);
    trace_tell(t, mechanisms_list);
    trace_texts(t, &texts, "mechanisms");
    trace_texts(t, &texts, "findings");
}
