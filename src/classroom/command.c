#include "classroom/recipe.h"

/* What a recipe makes, as the command line takes it: "1,0; 0,1"; of a table behind a colon, with
   the labels of its rows. */
static void add_numbers(Text *out, const Worksheet *s, const char *recipe)
{
    Bench b = bench_of(s->arena, s, NULL, s->count - 1);
    bool labelled = *recipe == ':';
    const char *made = recipe + labelled;
    Tensor t = recipe_make(&b, made)->value;
    for (int c = 0; c < t.rows * t.cols; c++) {
        if (c % t.cols == 0 && labelled)
            text_format(out, "%s%s,", c ? "; " : "",
                        s->tables[table_index(s, made)].rows[c / t.cols]);
        else if (c)
            text_add(out, c % t.cols ? "," : "; ");
        text_format(out, "%g", (double)t.data[c]);
    }
}

const char *sheet_commands(const Worksheet *s)
{
    Text out = text_new(s->arena);
    char *rest = arena_strdup(s->arena, levels[s->level - 1].commands);
    while (rest) {
        text_add(&out, strsep(&rest, "{"));
        if (rest)
            add_numbers(&out, s, strsep(&rest, "}"));
    }
    return out.data;
}
