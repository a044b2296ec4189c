#include "cli/values.h"

#include "base/nearest.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { FLAG_SIZE = 40 };

bool fail_as_usage(Error *error)
{
    error->exit_code = EXIT_USAGE;
    return false;
}

/* The option as the messages name it: "--heads". */
static const char *flag(char *buffer, OptionId id)
{
    snprintf(buffer, FLAG_SIZE, "--%s", option_table[id].name);
    return buffer;
}

static bool parse(const Arguments *a, OptionId id, long least, long most, long *value, Error *error)
{
    char name[FLAG_SIZE];
    return parse_whole(flag(name, id), a->value[id], least, most, value, error) ||
           fail_as_usage(error);
}

bool value_whole(const Arguments *a, OptionId id, long least, long most, int *value, Error *error)
{
    long parsed;
    if (!parse(a, id, least, most, &parsed, error))
        return false;
    *value = (int)parsed;
    return true;
}

bool value_whole_or(const Arguments *a, OptionId id, const char *word, long least, long most,
                    int *value, Error *error)
{
    static const char digits[] = "0123456789";
    const char *text = a->value[id];
    if (!strcmp(text, word))
        return true;
    if (!strpbrk(text, digits) || text[strspn(text, "+-0123456789")])
        return fail_usage(error, "--%s: '%s' is not a whole number, nor %s", option_table[id].name,
                          text, word);
    return value_whole(a, id, least, most, value, error);
}

bool value_decimal(const Arguments *a, OptionId id, double least, double most, double *value,
                   Error *error)
{
    char name[FLAG_SIZE];
    return parse_decimal(flag(name, id), a->value[id], least, most, value, error) ||
           fail_as_usage(error);
}

bool value_seed(const Arguments *a, OptionId id, uint64_t *value, Error *error)
{
    long parsed;
    if (!parse(a, id, 0, INT64_MAX, &parsed, error))
        return false;
    *value = (uint64_t)parsed;
    return true;
}

static bool find_name(Arena *arena, OptionId id, const char *value, const char *const *names,
                      int count, int *index, Error *error)
{
    Text list = text_new(arena);
    for (int i = 0; i < count; i++) {
        if (!strcmp(names[i], value)) {
            *index = i;
            return true;
        }
        text_format(&list, "%s%s", i ? ", " : "", names[i]);
    }
    const char *meant = nearest(value, names, count);
    return fail_usage(error, "--%s: '%s' is none of %s%s%s%s", option_table[id].name, value,
                      list.data, meant ? "; did you mean " : "", meant ? meant : "",
                      meant ? "?" : "");
}

bool value_choice(Arena *arena, const Arguments *a, OptionId id, const char *const *names,
                  int count, int *index, Error *error)
{
    return find_name(arena, id, a->value[id], names, count, index, error);
}

/* ---- lists ---- */

/* What stands before the next comma, which `rest` then is behind; NULL after the last. */
static const char *next_item(Arena *arena, const char **rest)
{
    if (!*rest)
        return NULL;
    size_t length = strcspn(*rest, ",");
    const char *item = arena_strndup(arena, *rest, length);
    *rest = (*rest)[length] ? *rest + length + 1 : NULL;
    return item;
}

static bool fail_too_many(OptionId id, ListLimits limits, Error *error)
{
    return fail_usage(error, "--%s: more than %d %s", option_table[id].name, limits.count,
                      limits.what);
}

bool value_ascending(Arena *arena, const Arguments *a, OptionId id, ListLimits limits, int *values,
                     int *count, Error *error)
{
    char name[FLAG_SIZE];
    const char *rest = a->value[id], *item;
    *count = 0;
    while ((item = next_item(arena, &rest))) {
        long value;
        if (*count == limits.count)
            return fail_too_many(id, limits, error);
        if (!parse_whole(flag(name, id), item, (long)limits.least, (long)limits.most, &value,
                         error))
            return fail_as_usage(error);
        if (*count && value <= values[*count - 1])
            return fail_usage(error, "%s: %ld after %d: %s ascend", name, value, values[*count - 1],
                              limits.what);
        values[(*count)++] = (int)value;
    }
    return true;
}

bool value_decimals(Arena *arena, const Arguments *a, OptionId id, ListLimits limits,
                    double *values, int *count, Error *error)
{
    char name[FLAG_SIZE];
    const char *rest = a->value[id], *item;
    *count = 0;
    while ((item = next_item(arena, &rest))) {
        if (*count == limits.count)
            return fail_too_many(id, limits, error);
        if (!parse_decimal(flag(name, id), item, limits.least, limits.most, &values[*count], error))
            return fail_as_usage(error);
        ++*count;
    }
    return true;
}

bool value_list(Arena *arena, const Arguments *a, OptionId id, const char *const *names, int count,
                bool *wanted, Error *error)
{
    const char *rest = a->value[id], *item;
    while ((item = next_item(arena, &rest))) {
        int index = 0;
        if (!find_name(arena, id, item, names, count, &index, error))
            return false;
        wanted[index] = true;
    }
    return true;
}
