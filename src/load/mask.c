#include "load/mask.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/number.h"
#include "model/mask.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- A table in a file ---- */

enum { VALUE_ROOM = 32 }; /* the longest value is NumPy's 1.000000000000000000e+00, and its comma */

typedef struct Slice {
    const char *begin, *end;
} Slice;

/* What is known of a file while its lines are read. */
typedef struct Table {
    const char *path;
    Tensor values; /* 0, 1 and −∞ as they stand there */
    int line, rows;
    int line_of_one, line_of_infinity; /* the first with one; 0 for none */
    char separator;                    /* ' ' for any white space */
} Table;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static Slice trim(Slice s)
{
    while (s.begin < s.end && is_blank(*s.begin))
        s.begin++;
    while (s.begin < s.end && is_blank(s.end[-1]))
        s.end--;
    return s;
}

/* Cuts the next line off the text; false at its end. */
static bool next_line(Slice *text, Slice *line)
{
    if (text->begin == text->end)
        return false;
    const char *end = memchr(text->begin, '\n', (size_t)(text->end - text->begin));
    *line = trim((Slice){text->begin, end ? end : text->end});
    text->begin = end ? end + 1 : text->end;
    return true;
}

static const char *find_separator(Slice line, char separator)
{
    const char *found = line.begin;
    while (found < line.end && (separator == ' ' ? !is_blank(*found) : *found != separator))
        found++;
    return found;
}

/* Cuts the next value off a trimmed line, which has no beginning after its last one. */
static Slice next_value(Slice *line, char separator)
{
    const char *end = find_separator(*line, separator);
    Slice value = trim((Slice){line->begin, end});
    if (end == line->end)
        *line = (Slice){NULL, NULL};
    else
        *line = separator == ' ' ? trim((Slice){end, line->end}) : (Slice){end + 1, line->end};
    return value;
}

static int count_values(Slice line, char separator)
{
    int count = 0;
    for (; line.begin; count++)
        next_value(&line, separator);
    return count;
}

static bool is_minus_infinity(const char *text)
{
    static const char *const spellings[] = {"-inf", "-infinity", "−inf", "−infinity", "-∞", "−∞"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strcasecmp(text, spellings[i]) == 0)
            return true;
    return false;
}

static bool parse_value(const Table *table, Slice slice, real *value, Error *error)
{
    char text[VALUE_ROOM] = "";
    size_t length = (size_t)(slice.end - slice.begin);
    memcpy(text, slice.begin, length < VALUE_ROOM ? length : VALUE_ROOM - 1);
    double number = 0;
    Error ignored;
    bool fits = length < VALUE_ROOM && strlen(text) == length;
    if (fits && is_minus_infinity(text))
        *value = -INFINITY;
    else if (fits && parse_decimal("value", text, 0, 1, &number, &ignored) &&
             (number <= 0 || number >= 1))
        *value = (real)number;
    else
        return fail(error, "%s:%d: '%s' is not 0, 1 or -inf", table->path, table->line, text);
    return true;
}

/* Notes which kind of table the value belongs to; the two do not mix. */
static bool note_kind(Table *table, real value, Error *error)
{
    if (value > 0 && !table->line_of_one)
        table->line_of_one = table->line;
    if (value < 0 && !table->line_of_infinity)
        table->line_of_infinity = table->line;
    if (!table->line_of_one || !table->line_of_infinity)
        return true;
    return fail(error, "%s:%d: 1 and -inf (line %d) in one mask; it is of 0 and 1 or of 0 and -inf",
                table->path, table->line_of_one, table->line_of_infinity);
}

static bool parse_row(Table *table, Slice line, Error *error)
{
    int n = table->values.cols, count = count_values(line, table->separator);
    if (count != n)
        return fail(error, "%s:%d: %d value%s, expected %d, one a token", table->path, table->line,
                    count, count == 1 ? "" : "s", n);
    for (int j = 0; j < n; j++) {
        real value;
        if (!parse_value(table, next_value(&line, table->separator), &value, error) ||
            !note_kind(table, value, error))
            return false;
        tensor_row(table->values, table->rows)[j] = value;
    }
    return true;
}

static char separator_of(Slice line)
{
    size_t size = (size_t)(line.end - line.begin);
    return memchr(line.begin, ';', size) ? ';' : memchr(line.begin, ',', size) ? ',' : ' ';
}

static bool parse_table(Table *table, Bytes bytes, Error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    Slice text = {bytes.data, bytes.data + bytes.size}, line;
    if (strncmp(bytes.data, byte_order_mark, 3) == 0)
        text.begin += 3;
    while (next_line(&text, &line)) {
        table->line++;
        if (line.begin == line.end)
            continue;
        if (!table->rows)
            table->separator = separator_of(line);
        if (table->rows < table->values.rows && !parse_row(table, line, error))
            return false;
        table->rows++;
    }
    if (table->rows != table->values.rows)
        return fail(error, "%s: %d row%s, expected %d, one a token", table->path, table->rows,
                    table->rows == 1 ? "" : "s", table->values.rows);
    return true;
}

static bool add_file(Arena *arena, const char *path, Tensor mask, Error *error)
{
    size_t limit = (1 << 20) + tensor_size(mask) * VALUE_ROOM;
    Table table = {.path = path, .values = tensor_new(arena, mask.rows, mask.cols)};
    Bytes bytes;
    if (!file_read(arena, path, limit, &bytes, error) || !parse_table(&table, bytes, error))
        return false;
    for (int i = 0; i < mask.rows; i++) {
        for (int j = 0; j < mask.cols; j++) {
            real value = at(table.values, i, j);
            if (table.line_of_one ? value <= 0 : value < 0)
                mask_hide(mask, i, j);
        }
    }
    return true;
}

/* ---- A mask by name ---- */

static void add_none(Tensor mask, int number)
{
    (void)mask, (void)number;
}

static void add_causal(Tensor mask, int number)
{
    (void)number;
    mask_causal(mask);
}

typedef struct NamedMask {
    const char *name;
    const char *number; /* what the number after the colon is; NULL if there is none */
    void (*add)(Tensor mask, int number);
} NamedMask;

static const NamedMask masks[] = {
    {"none", NULL, add_none},
    {"causal", NULL, add_causal},
    {"local", "W", mask_local},
    {"padding", "N", mask_padding},
};

enum { MASK_COUNT = sizeof masks / sizeof *masks };

static const NamedMask *find_mask(const char *name)
{
    for (int i = 0; i < MASK_COUNT; i++)
        if (strcmp(masks[i].name, name) == 0)
            return &masks[i];
    return NULL;
}

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
    named->add(mask, (int)number);
    return true;
}

static bool fail_unknown(const char *item, const char *name, Error *error)
{
    const char *names[MASK_COUNT];
    for (int i = 0; i < MASK_COUNT; i++)
        names[i] = masks[i].name;
    const char *meant = nearest(name, names, MASK_COUNT);
    return fail_usage(error,
                      "mask '%s': neither a file nor one of none, causal, local:W, padding:N%s%s%s",
                      item, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

static bool add_item(Arena *arena, const char *item, Tensor mask, bool *any, Error *error)
{
    const char *name = arena_strndup(arena, item, strcspn(item, ":"));
    const NamedMask *named = find_mask(name);
    *any = *any || !named || named->add != add_none;
    if (named)
        return add_named(arena, named, item, mask, error);
    /* What looks like a file gets the message of a file. */
    if (strpbrk(item, "./") || access(item, F_OK) == 0)
        return add_file(arena, item, mask, error);
    return fail_unknown(item, name, error);
}

bool mask_load(Arena *arena, const char *spec, int n, bool *any, Tensor *mask, Error *error)
{
    *any = false;
    *mask = tensor_new(arena, n, n);
    for (const char *item = spec;; item++) {
        size_t length = strcspn(item, ",");
        if (!add_item(arena, arena_strndup(arena, item, length), *mask, any, error))
            return false;
        item += length;
        if (!*item)
            return true;
    }
}
