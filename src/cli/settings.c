#include "cli/settings.h"

#include "base/nearest.h"
#include "base/number.h"

#include <string.h>

enum {
    MOST_HEADS = 1024,
    MOST_FEATURES = 4096,
    MOST_DECIMALS = 9,
    DIGITS = 6, /* of an explanation's numbers, unless --precision says otherwise */
};

/* The flag as the messages name it: "--heads". */
static const char *flag(Arena *arena, OptionId id)
{
    return arena_format(arena, "--%s", option_table[id].name);
}

/* A failure of an option's value is a failure of usage. */
static bool as_usage(Error *error)
{
    error->exit_code = EXIT_USAGE;
    return false;
}

static bool read_whole(Arena *arena, const Arguments *a, OptionId id, long min, long max,
                       int *value, Error *error)
{
    long parsed;
    if (!parse_whole(flag(arena, id), a->value[id], min, max, &parsed, error))
        return as_usage(error);
    *value = (int)parsed;
    return true;
}

/* A whole number, or a word that leaves the value as it is. */
static bool read_whole_or(Arena *arena, const Arguments *a, OptionId id, const char *word, long min,
                          long max, int *value, Error *error)
{
    static const char digits[] = "0123456789";
    const char *text = a->value[id];
    if (!strcmp(text, word))
        return true;
    if (!strpbrk(text, digits) || text[strspn(text, "+-0123456789")])
        return fail_usage(error, "%s: '%s' is not a whole number, nor %s", flag(arena, id), text,
                          word);
    return read_whole(arena, a, id, min, max, value, error);
}

/* One of the names; `index` is its place among them. */
static bool read_name(Arena *arena, OptionId id, const char *value, const char *const *names,
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

static bool read_choice(Arena *arena, const Arguments *a, OptionId id, const char *const *names,
                        int count, int *index, Error *error)
{
    return read_name(arena, id, a->value[id], names, count, index, error);
}

/* "text,png": each format once, in the order of the table. */
static bool read_formats(Arena *arena, const Arguments *a, Settings *s, Error *error)
{
    const char *names[FORMAT_COUNT];
    bool wanted[FORMAT_COUNT] = {false};
    for (int i = 0; i < FORMAT_COUNT; i++)
        names[i] = format_table[i].name;
    for (const char *word = a->value[OPTION_FORMAT];; word++) {
        size_t length = strcspn(word, ",");
        int index = 0;
        if (!read_name(arena, OPTION_FORMAT, arena_strndup(arena, word, length), names,
                       FORMAT_COUNT, &index, error))
            return false;
        wanted[index] = true;
        word += length;
        if (!*word)
            break;
    }
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (wanted[i])
            s->formats[s->format_count++] = &format_table[i];
    return true;
}

static bool read_model(Arena *arena, const Arguments *a, Settings *s, Error *error)
{
    static const char *const positions[] = {"sinusoidal", "none"};
    static const char *const scales[] = {"sqrt", "none"};
    int position = 0, scale = 0;
    long seed;
    if (!read_whole(arena, a, OPTION_HEADS, 1, MOST_HEADS, &s->heads, error) ||
        !read_whole(arena, a, OPTION_DIM, 1, MOST_FEATURES, &s->dim, error) ||
        !read_choice(arena, a, OPTION_POSITIONS, positions, 2, &position, error) ||
        !read_choice(arena, a, OPTION_SCALE, scales, 2, &scale, error))
        return false;
    if (!parse_whole("--seed", a->value[OPTION_SEED], 0, INT64_MAX, &seed, error))
        return as_usage(error);
    s->positions = position == 0;
    s->scale = scale == 0 ? SCALE_ROOT : SCALE_NONE;
    s->seed = (uint64_t)seed;
    s->weights = a->value[OPTION_WEIGHTS];
    s->heads_given = a->given[OPTION_HEADS];
    s->dim_given = a->given[OPTION_DIM];
    s->mask = a->value[OPTION_MASK];
    if (s->weights && a->given[OPTION_SEED])
        return fail_usage(error, "--seed draws random weights, --weights reads them: give one");
    return true;
}

static bool read_explanation(Arena *arena, const Arguments *a, Settings *s, Error *error)
{
    s->explain = a->explain;
    s->explain_count = a->explain_count;
    if (a->given[OPTION_DEPTH] && !a->explain_count)
        return fail_usage(error, "--depth says how far --explain goes: give that too");
    return read_whole_or(arena, a, OPTION_DEPTH, "all", 1, 1000, &s->depth, error);
}

static bool read_theme(Arena *arena, const Arguments *a, FigureStyle *style, Error *error)
{
    const char *names[16];
    int count = 0, index = 0;
    for (const Theme *theme = themes; theme->name; theme++)
        names[count++] = theme->name;
    if (!read_choice(arena, a, OPTION_THEME, names, count, &index, error))
        return false;
    style->theme = &themes[index];
    return true;
}

static bool read_colormap(Arena *arena, const Arguments *a, FigureStyle *style, Error *error)
{
    const char *names[16];
    int count = 0, index = 0;
    for (const Colormap *map = colormaps; map->name; map++)
        names[count++] = map->name;
    if (!read_choice(arena, a, OPTION_COLORMAP, names, count, &index, error))
        return false;
    style->colormap = &colormaps[index];
    return true;
}

static bool read_figure(Arena *arena, const Arguments *a, FigureStyle *style, int precision,
                        Error *error)
{
    *style = figure_style_default();
    style->values = !a->given[OPTION_NO_VALUES];
    style->font = a->value[OPTION_FONT];
    style->precision = precision < PRECISION_MOST ? precision : PRECISION_MOST;
    if (!read_theme(arena, a, style, error) || !read_colormap(arena, a, style, error) ||
        !read_whole(arena, a, OPTION_DPI, DPI_LEAST, DPI_MOST, &style->dpi, error))
        return false;
    return read_whole_or(arena, a, OPTION_CELL, "auto", CELL_LEAST, CELL_MOST, &style->cell, error);
}

bool settings_read(Arena *arena, const Arguments *a, Settings *s, Error *error)
{
    static const char *const colours[] = {"auto", "always", "never"};
    int colour = 0;
    *s = (Settings){.sentence = a->value[OPTION_SENTENCE], .out = a->value[OPTION_OUT]};
    if (!read_model(arena, a, s, error) || !read_explanation(arena, a, s, error) ||
        !read_formats(arena, a, s, error) ||
        !read_whole(arena, a, OPTION_PRECISION, 0, MOST_DECIMALS, &s->precision, error) ||
        !read_choice(arena, a, OPTION_COLOR, colours, 3, &colour, error))
        return false;
    s->color = (ColourChoice)colour;
    s->digits = a->given[OPTION_PRECISION] && s->precision ? s->precision : DIGITS;
    s->cost = a->given[OPTION_COST];
    s->features = a->given[OPTION_FEATURES];
    s->full = a->given[OPTION_FULL];
    s->quiet = a->given[OPTION_QUIET];
    s->writes_files = !s->explain_count || a->given[OPTION_OUT] || a->given[OPTION_FORMAT];
    if (!*s->out)
        return fail_usage(error, "--out: the name of the folder is empty");
    return read_figure(arena, a, &s->figure, s->precision, error);
}
