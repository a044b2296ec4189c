#include "graph/ops.h"

Parameters *parameters_declared(Arena *arena, Declares *declares, const void *model)
{
    Parameters *p = arena_copy(arena, &(Parameters){.arena = arena, .origin = "zero"}, sizeof *p);
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Graph *g = graph_of_shapes(scratch);
    graph_name(g);
    graph_use(g, p);
    declares(scope_of(g), model);
    return p;
}

static Tensor drawn(Arena *arena, const Parameter *p, uint64_t seed)
{
#define START(name, deviation) deviation,
    const double deviations[] = {
#include "graph/starts.list"
    };
    double deviation = deviations[p->start];
    Random random = random_named(seed, p->name);
    return deviation > 0 ? tensor_drawn(arena, &random, p->rows, p->cols, deviation)
                         : tensor_filled(arena, p->rows, p->cols, p->start == START_ONES);
}

void parameters_draw(Parameters *p, uint64_t seed)
{
    p->origin = "random, not learned";
    for (int i = 0; i < p->count; i++)
        p->items[i].value = drawn(p->arena, &p->items[i], seed);
}

Parameters *parameters_from_seed(Arena *arena, uint64_t seed)
{
    const char *origin = arena_format(arena, "drawn from seed %ju", (uintmax_t)seed);
    Parameters p = {.arena = arena, .origin = origin, .draws = true, .seed = seed};
    return arena_copy(arena, &p, sizeof p);
}

long parameters_size(const Parameters *p)
{
    long size = 0;
    for (int i = 0; i < p->count; i++)
        size += (long)p->items[i].rows * p->items[i].cols;
    return size;
}

void parameters_check_memory(const Parameters *p, int copies)
{
    char numbers[NUMBER_SIZE];
    double learned = (double)parameters_size(p);
    memory_ask(
        arena_format(p->arena, "a model that learns %s numbers", number_count(numbers, learned)),
        learned * sizeof(real) * copies, "smaller sizes");
}

Parameter *parameter_find(const Parameters *p, const char *name)
{
    return find_named(p->items, p->count, sizeof *p->items, name);
}

Tensor parameter_value(const Parameters *p, const char *name)
{
    const Parameter *found = parameter_find(p, name);
    CHECK(found, "no parameter %s", name);
    return found->value;
}

Parameters *parameters_shared(Arena *arena, const Parameters *p, bool is_learning)
{
    Parameters *own = arena_copy(arena, p, sizeof *own);
    own->arena = arena;
    own->is_learning = is_learning;
    own->items = arena_copy(arena, p->items, (size_t)p->count * sizeof *p->items);
    return own;
}

void graph_use(Graph *g, Parameters *p)
{
    g->parameters = p;
    g->next_parameter = 0;
}

Node *learned(Scope s, const char *name, const char *title, int rows, int cols, Start start)
{
    Graph *g = s.graph;
    Parameters *p = g->parameters;
    int index = g->next_parameter++;
    CHECK(p, "%s%s: the graph has no parameters", s.path, name);
    if (index == p->count) {
        Parameter new = {arena_format(p->arena, "%s%s", s.path, name), rows, cols, .start = start};
        if (p->draws)
            new.value = drawn(p->arena, &new, p->seed);
        p->items = arena_append(p->arena, p->items, &p->count, &new, sizeof new);
    }
    Parameter *item = &p->items[index];
    CHECK(item->rows == rows && item->cols == cols, "%s is %d × %d, not %d × %d", item->name,
          item->rows, item->cols, rows, cols);
    Tensor value = {.rows = rows, .cols = cols, .data = item->value.data};
    item->node = (p->is_learning && !item->fixed ? parameter : constant)(g, value, p->origin);
    if (title && g->names)
        given_matrix(s, name, title, name, item->node);
    return item->node;
}
