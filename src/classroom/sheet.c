#include "classroom/recipe.h"

static const TableRow table_rows[] = {
#include "classroom/tables.list"
};

/* ---- numbers for hands ---- */

/* Rejects zero rows and duplicate rows, which teach nothing. */
static bool is_dull(Tensor t)
{
    const real zeros[MAX_COLS] = {0};
    for (int i = 0; i < t.rows; i++)
        for (int k = 0; k <= i; k++)
            if (!memcmp(tensor_row(t, i), k < i ? tensor_row(t, k) : zeros,
                        (size_t)t.cols * sizeof(real)))
                return true;
    return false;
}

static Tensor drawn(Arena *arena, const TableRow *row, Random *random)
{
    int low = row->drawn.low, high = row->drawn.high;
    Tensor t = tensor_new(arena, row->drawn.rows, row->drawn.cols);
    do
        for (size_t i = 0; i < tensor_size(t); i++) {
            bool is_zero = (int)random_below(random, 100) < row->drawn.zeros;
            int x = is_zero ? 0 : low + (int)random_below(random, (uint32_t)(high - low + 1));
            t.data[i] = (real)x / (row->drawn.halves ? 2 : 1);
        }
    while (is_dull(t) && !row->drawn.halves);
    if (row->drawn.repeats)
        memcpy(tensor_row(t, t.rows - 1), t.data, (size_t)t.cols * sizeof(real));
    return t;
}

/* The number of multiplications by hand: those with no factor 0. */
static int products_of(const Worksheet *s, const Node *n)
{
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->tables[i].node == n)
            return 0;
    if (strcmp(n->op->name, "matmul") != 0)
        return n->input_count == 1 ? products_of(s, n->inputs[0]) : 0;
    Tensor a = n->inputs[0]->value, b = n->inputs[1]->value;
    for (int i = 0; i < rows_of(n); i++)
        for (int j = 0; j < cols_of(n); j++)
            for (int k = 0; k < a.cols; k++)
                count += at(a, i, k) != 0 &&
                         (n->parameter.blocks.transposed ? at(b, j, k) : at(b, k, j)) != 0;
    return count;
}

/* No weight above 0.95 or below 0.02 (0 is masked), and the largest leads by 0.08. */
static bool is_clear(const real *weights, int count)
{
    double first = 0, second = 0, least = 1;
    for (int j = 0; j < count; j++) {
        double x = (double)weights[j];
        least = x > 0 ? fmin(least, x) : least;
        second = fmax(second, fmin(first, x));
        first = fmax(first, x);
    }
    return second == 0 || (first <= 0.95 && first - second >= 0.08 && least >= 0.02);
}

/* Whether the table's numbers are suitable for work by hand. */
static bool is_workable(const Table *t)
{
    const TableRow *row = t->row;
    bool is_hot = t->node->op->is_flat; /* one-hot: check the argmax's input instead */
    Tensor v = (is_hot ? t->node->inputs[0] : t->node)->value;
    for (int i = 0; row->clear && i < v.rows; i++)
        if (!is_clear(tensor_row(v, i), v.cols))
            return false;
    if (row->within && vector_size(v.data, table_size(t)) > (real)row->within)
        return false;
    return !row->varied || !is_dull(v.rows > 1 ? v : (Tensor){v.cols, 1, v.data});
}

/* ---- making a sheet ---- */

static const char *const *labels_of(const Level *level, char axis)
{
    static const char *const blank[] = {"", "", "", "", "", "", "", ""}, *const sum[] = {"Σ"};
    static const char axes[] = "qkfsb";
    const char *const *const labels[] = {level->queries, level->keys, row_numbers, sum, blank};
    return labels[strchr(axes, axis) - axes];
}

/* The first `worked` rows (cells, in a single row) are worked; at least one is left. */
static int worked_cells(const Worksheet *s, const Table *t, int worked)
{
    int rows = rows_of(t->node), cols = cols_of(t->node);
    if (t->is_given || (t->row->faded && strchr(t->row->faded, '0' + s->level)))
        return 0;
    return rows > 1 ? smaller(worked, rows - 1) * cols : smaller(worked, larger(0, cols - 2));
}

static bool add_table(Worksheet *s, const TableRow *row, Random *random)
{
    const Level *level = &levels[s->level - 1];
    Table *t = &s->tables[s->count];
    *t = (Table){row->recipe.id, row->title, row->formula, .row = row};
    t->rows = labels_of(level, row->axes[0]);
    t->cols = labels_of(level, row->axes[1]);
    t->is_given = !*row->title;
    Bench bench = {.graph = s->graph, .sheet = s, .table = s->count};
    t->node = row->drawn.rows
                  ? constant(s->graph, drawn(s->arena, row, random), "given on the sheet")
                  : recipe_make(&bench, row->recipe.made);
    s->products += products_of(s, t->node);
    s->count++;
    return is_workable(t) && s->products <= level->most_products;
}

/* ---- codes: level, five letters of the variant, a check letter ---- */

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
enum { LETTERS = 5 };

/* All letters of a code, five bits each. The last is a check digit over GF(2⁵), x being a
   generator: it detects every single wrong letter and every transposition of neighbours. */
static uint64_t code_letters(int level, unsigned variant)
{
    uint64_t letters = (uint64_t)level << 5 * LETTERS | variant, check = 0;
    for (int i = LETTERS; i >= 0; i--) {
        check = (check ^ (letters >> 5 * i & 31)) << 1;
        check ^= check & 32 ? 0x25 : 0;
    }
    letters |= (uint64_t)(strchr(alphabet, 'A') - alphabet) << 5 * (LETTERS + 1);
    return letters << 5 | check;
}

static void write_code(Worksheet *s)
{
    uint64_t letters = code_letters(s->level, s->variant);
    char *c = s->code + snprintf(s->code, CODE_SIZE, "A%d-", s->level);
    for (int i = LETTERS; i >= 0; i--)
        *c++ = alphabet[letters >> 5 * i & 31];
}

bool code_read(const char *text, int *level, unsigned *variant)
{
    uint64_t letters = 0; /* five bits each */
    int count = 0;
    for (; *text; text++) {
        int c = toupper((unsigned char)*text);
        const char *place = strchr(alphabet, c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c);
        if (strchr(" -\t.\"'", c))
            continue;
        if (!place || count++ == LETTERS + 3)
            return false;
        letters = letters << 5 | (unsigned)(place - alphabet);
    }
    *level = letters >> 5 * (LETTERS + 1) & 31;
    *variant = letters >> 5 & ((1u << 5 * LETTERS) - 1);
    return count == LETTERS + 3 && *level >= 1 && *level <= LEVELS && *variant % 4 <= MOST_WORKED &&
           letters == code_letters(*level, *variant);
}

unsigned sheet_variant(uint64_t seed, const char *name, int worked)
{
    Random random = random_named(seed, name);
    return random_below(&random, 1 << (5 * LETTERS - 2)) * 4 + (unsigned)worked;
}

/* ---- choosing ---- */

/* Every possible mistake changes at least two asked cells, and is identified when marked. */
static bool is_telling(const Worksheet *s, double leniency)
{
    Walk key = sheet_key(s->arena, s, leniency);
    for (const Mistake *made = NULL; (made = next_mistake(s, made));) {
        Answers answers = careful_work(s->arena, s, made, &(Walk){0});
        if (cells_seen(s, &answers, 1, &answers, &(Sign){.mistake = made}) < 2)
            return false;
        Marks marks = mark(s->arena, s, &answers, &key);
        if (marks.named_count != 1 || marks.named[0] != made)
            return false;
    }
    return true;
}

/* One attempt; false if its numbers are not suitable for work by hand. */
static bool make_sheet(Worksheet *s, Arena *arena, int level, unsigned variant, Random *random)
{
    const Level *l = &levels[level - 1];
    *s = (Worksheet){arena, graph_new(arena), level, variant, .title = l->title, .intro = l->intro};
    for (int k = 0; k < COUNT_OF(table_rows); k++)
        if (strchr(table_rows[k].levels, '0' + level) && !add_table(s, &table_rows[k], random))
            return false;
    Walk careful = {0};
    careful_work(arena, s, NULL, &careful);
    for (int i = 0; i < s->count; i++) {
        Table *t = &s->tables[i];
        t->shown = careful.carried[i];
        t->worked = worked_cells(s, t, smaller((int)(variant % 4), l->most_worked));
    }
    return true;
}

Worksheet *worksheet_new(Arena *arena, int level, unsigned variant)
{
    Random random = random_named(variant, arena_format(arena, "worksheet A, level %d", level));
    Worksheet *s = arena_alloc(arena, 1, sizeof *s);
    ENDED_BY(arena_end) Arena *tried = arena_new();
    Random start;
    do {
        arena_reset(tried);
        start = random;
    } while (!make_sheet(s, tried, level, variant, &random) || !is_telling(s, STRICT) ||
             !is_telling(s, LENIENT));
    make_sheet(s, arena, level, variant, &start);
    write_code(s);
    tasks_add(s);
    return s;
}
