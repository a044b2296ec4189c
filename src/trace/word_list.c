#include "trace/word_list.h"

#include "base/number.h"
#include "base/utf8.h"
#include "trace/narration.h"

enum { LABEL_COLUMNS = 100, FIRST_WORDS = 2, DECIMALS = 2 };

const char *visible_label(Arena *arena, const char *string)
{
    Text text = text_new(arena);
    text_add_visible(&text, string);
    return elide_middle(arena, text.data, LABEL_COLUMNS);
}

static const char *word(Arena *arena, const WordTable *table, const NearestWords *nearest, int i)
{
    return visible_label(arena, table->keys[nearest->rows[i]]);
}

static Axis words_of(Arena *arena, const WordTable *table, const NearestWords *nearest)
{
    const char **words = arena_alloc(arena, (size_t)nearest->count, sizeof *words);
    for (int i = 0; i < nearest->count; i++)
        words[i] = word(arena, table, nearest, i);
    return token_axis("word", words, nearest->count);
}

Step word_list_step(Arena *arena, Step named, const WordTable *table, const NearestWords *nearest)
{
    static const char *const col_labels[] = {"cosine"};
    Step step = named;
    step.rows = words_of(arena, table, nearest);
    step.cols = token_axis("measure", col_labels, 1);
    step.kind = VALUE_COSINE;
    step.form = FORM_BARS;
    step.node = nearest->cosines;
    return step;
}

Step word_vectors_step(Arena *arena, const char *id, const WordTable *table,
                       const NearestWords *nearest)
{
    const Node *vectors = nearest->cosines->inputs[0];
    return (Step){.id = id,
                  .title = "The static vectors of these words",
                  .formula = "w",
                  .note = "",
                  .rows = words_of(arena, table, nearest),
                  .cols = numbered_axis(arena, cols_of(vectors)),
                  .node = vectors};
}

const char *first_words(Arena *arena, const WordTable *table, const NearestWords *nearest)
{
    Text list = text_new(arena);
    char digits[NUMBER_SIZE];
    for (int i = 0; i < nearest->count && i < FIRST_WORDS; i++)
        text_format(&list, "%s%s %s", i ? ", " : "", word(arena, table, nearest, i),
                    number_fixed(digits, (double)at(nearest->cosines->value, i, 0), DECIMALS));
    return list.data;
}
