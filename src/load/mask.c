#include "load/arguments.h"

#include "base/number.h"
#include "load/fields.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---- A table in a file ---- */

enum { VALUE_ROOM = 32 }; /* the longest value is NumPy's 1.000000000000000000e+00, and its comma */

/* What is known of a file while its lines are read. */
typedef struct Table {
    const char *path;
    Tensor values; /* 0, 1 and −∞ as they stand there */
    int line, rows;
    int line_of_one, line_of_infinity; /* the first with one; 0 for none */
    char separator;
} Table;

/* Notes which kind of table the value belongs to; the two do not mix. */
static bool parse_value(Table *table, Bytes field, real *value, Error *error)
{
    char text[VALUE_ROOM];
    double number = -INFINITY;
    Error ignored;
    bool whole = field_string(field, text, sizeof text);
    if (!whole ||
        (!is_minus_infinity(text) &&
         (!parse_decimal("value", text, 0, 1, &number, &ignored) || (number > 0 && number < 1))))
        return fail(error, "%s:%d: '%s' is not 0, 1 or -inf", table->path, table->line, text);
    *value = (real)number;
    int *first = number > 0 ? &table->line_of_one : &table->line_of_infinity;
    if (number != 0 && !*first)
        *first = table->line;
    return !table->line_of_one || !table->line_of_infinity ||
           fail(error, "%s:%d: 1 and -inf (line %d) in one mask; it is of 0 and 1 or of 0 and -inf",
                table->path, table->line_of_one, table->line_of_infinity);
}

static bool parse_row(Table *table, Bytes line, Error *error)
{
    int n = table->values.cols, count = count_fields(line, table->separator);
    if (count != n)
        return fail(error, "%s:%d: %d value%s, expected %d, one a token", table->path, table->line,
                    count, plural(count), n);
    real *values = tensor_row(table->values, table->rows);
    for (int j = 0; j < n; j++)
        if (!parse_value(table, cut_field(&line, table->separator), &values[j], error))
            return false;
    return true;
}

static bool parse_table(Table *table, Bytes text, Error *error)
{
    Bytes line;
    text = without_byte_order_mark(text);
    while (cut_line(&text, '\n', &line)) {
        table->line++;
        if (!line.size)
            continue;
        if (!table->rows)
            table->separator = separator_of(line, ";,");
        if (table->rows < table->values.rows && !parse_row(table, line, error))
            return false;
        table->rows++;
    }
    return table->rows == table->values.rows ||
           fail(error, "%s: %d row%s, expected %d, one a token", table->path, table->rows,
                plural(table->rows), table->values.rows);
}

static bool add_file(Arena *arena, const char *path, Tensor mask, Error *error)
{
    size_t limit = (1 << 20) + tensor_size(mask) * VALUE_ROOM;
    Table table = {.path = path, .values = tensor_new(arena, mask.rows, mask.cols)};
    Bytes bytes;
    if (!file_read(arena, path, limit, &bytes, error) || !parse_table(&table, bytes, error))
        return false;
    for (int i = 0; i < mask.rows; i++)
        for (int j = 0; j < mask.cols; j++)
            if (table.line_of_one ? at(table.values, i, j) <= 0 : at(table.values, i, j) < 0)
                mask_hide(mask, i, j);
    return true;
}

/* ---- A mask by name ---- */

static void add_causal(Tensor mask, int number)
{
    (void)number;
    mask_causal(mask);
}

typedef struct NamedMask {
    const char *name;
    const char *number; /* what the number after the colon is; NULL if there is none */
    void (*add)(Tensor mask, int number); /* NULL: it hides nothing */
} NamedMask;

static const NamedMask masks[] = {
    {"none", NULL, NULL},
    {"causal", NULL, add_causal},
    {"local", "W", mask_local},
    {"padding", "N", mask_padding},
};

enum { MASK_COUNT = sizeof masks / sizeof *masks };

/* `item` is "name" or "name:number". A window may reach beyond the text; padding may not. */
static bool add_named(Arena *arena, const NamedMask *named, const char *item, Tensor mask,
                      Error *error)
{
    const char *colon = strchr(item, ':');
    if (!named->number && colon)
        return fail_usage(error, "mask '%s': %s takes no number", item, named->name);
    if (named->number && !colon)
        return fail_usage(error, "mask '%s': the number is missing: %s:%s", item, named->name,
                          named->number);
    long number = 0, most = named->add == mask_padding ? mask.cols : INT_MAX;
    if (colon &&
        !parse_whole(arena_format(arena, "mask '%s'", item), colon + 1, 0, most, &number, error)) {
        error->exit_code = EXIT_USAGE;
        return false;
    }
    if (named->add)
        named->add(mask, (int)number);
    return true;
}

/* A mask by name, else a file: what looks like one gets the message of a file. */
static bool add_item(Arena *arena, const char *item, Tensor mask, bool *any, Error *error)
{
    const char *name = arena_strndup(arena, item, strcspn(item, ":")), *names[MASK_COUNT];
    for (int i = 0; i < MASK_COUNT; i++) {
        names[i] = masks[i].name;
        if (strcmp(name, names[i]) == 0) {
            *any = *any || masks[i].add;
            return add_named(arena, &masks[i], item, mask, error);
        }
    }
    *any = true;
    if (strpbrk(item, "./") || access(item, F_OK) == 0)
        return add_file(arena, item, mask, error);
    return fail_usage(error,
                      "mask '%s': neither a file nor one of none, causal, local:W, padding:N%s",
                      item, did_you_mean(arena, name, "", names, MASK_COUNT));
}

Masking mask_masking(Arena *arena, const char **spec)
{
    static const char *const wrong[] = {[MASKING_ZERO] = ":zero", [MASKING_AFTER] = ":after"};
    const char *end = strrchr(*spec, ':');
    for (Masking m = MASKING_ZERO; end && end > *spec && m <= MASKING_AFTER; m++)
        if (!strcmp(end, wrong[m])) {
            *spec = arena_strndup(arena, *spec, (size_t)(end - *spec));
            return m;
        }
    return MASKING_BEFORE;
}

bool mask_load(Arena *arena, const char *spec, int n, Tensor *mask, Error *error)
{
    bool any = false;
    Tensor all = tensor_new(arena, n, n);
    for (const char *item = spec; item; item = strchr(item, ',')) {
        item += item > spec;
        if (!add_item(arena, arena_strndup(arena, item, strcspn(item, ",")), all, &any, error))
            return false;
    }
    *mask = (Tensor){n, n, any ? all.data : NULL};
    return true;
}
