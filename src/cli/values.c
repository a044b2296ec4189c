#include "cli/values.h"

#include "base/nearest.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { FLAG_SIZE = 40 };

/* The option as the messages name it: "--heads". */
static const char *flag(char *buffer, OptionId id)
{
    snprintf(buffer, FLAG_SIZE, "--%s", option_table[id].name);
    return buffer;
}

static bool parse(const Arguments *a, OptionId id, long least, long most, long *value, Error *error)
{
    char name[FLAG_SIZE];
    if (parse_whole(flag(name, id), a->value[id], least, most, value, error))
        return true;
    error->exit_code = EXIT_USAGE;
    return false;
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
    if (parse_decimal(flag(name, id), a->value[id], least, most, value, error))
        return true;
    error->exit_code = EXIT_USAGE;
    return false;
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

bool value_list(Arena *arena, const Arguments *a, OptionId id, const char *const *names, int count,
                bool *wanted, Error *error)
{
    for (const char *word = a->value[id];; word++) {
        size_t length = strcspn(word, ",");
        int index = 0;
        if (!find_name(arena, id, arena_strndup(arena, word, length), names, count, &index, error))
            return false;
        wanted[index] = true;
        word += length;
        if (!*word)
            return true;
    }
}
