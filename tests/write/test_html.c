/* What the page's script puts together is put together here a second time, and is what --explain
 * prints; and whatever a word holds, the page shows it as that word. */
#include "write/formats.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/traced.h"

#include <jansson.h>

static const char *page_of(Scene *scene, const Trace *trace)
{
    static const FigureStyle style = {.theme = &themes[0], .colormap = &colormaps[0]};
    WriteOptions options = {.precision = 2, .figure = &style};
    Document *document = document_new(scene->arena, trace);
    document_add_trace(document, TELL_ALL);
    return recorded(scene->arena, format_html.write_one(recorder, document, &options)).data;
}

/* The text between two others. */
static const char *between(Scene *scene, const char *text, const char *from, const char *to)
{
    const char *begin = strstr(text, from);
    assert_non_null(begin);
    begin += strlen(from);
    const char *end = strstr(begin, to);
    assert_non_null(end);
    return arena_strndup(scene->arena, begin, (size_t)(end - begin));
}

/* ---- the arithmetic of a cell ---- */

typedef struct Operand {
    int place; /* among the cells of all matrices; −1: a number */
    const char *digits;
} Operand;

typedef struct PageCells {
    Scene *scene;
    json_t *data, *matrices;
} PageCells;

static int number(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *item(Scene *scene, const char *list, char separator, int index)
{
    while (index--)
        list = strchr(list, separator) + 1;
    const char *end = strchr(list, separator);
    return arena_strndup(scene->arena, list, end ? (size_t)(end - list) : strlen(list));
}

static const char *line_of(const PageCells *c, const char *list, int index)
{
    return item(c->scene, string(c->data, list), '\n', index);
}

static const json_t *matrix_named(const PageCells *c, const char *id)
{
    size_t i;
    json_t *matrix;
    json_array_foreach (c->matrices, i, matrix)
        if (!strcmp(string(matrix, "n"), id))
            return matrix;
    fail_msg("no matrix %s", id);
    return NULL;
}

static const char *label(const PageCells *c, const json_t *matrix, const char *axis, int place)
{
    if (!json_object_get(matrix, axis))
        return arena_format(c->scene->arena, "%d", place + 1);
    return item(c->scene, string(matrix, axis), '\t', place);
}

static const char *cell_called(const PageCells *c, const json_t *matrix, int row, int col)
{
    return arena_format(c->scene->arena, "%s[%s,%s]", string(matrix, "n"),
                        label(c, matrix, "r", row), label(c, matrix, "c", col));
}

static const char *value_of(const PageCells *c, const json_t *matrix, int row, int col)
{
    const char *digits = item(c->scene, string(matrix, "v"), ' ', row * number(matrix, "w") + col);
    Text out = text_new(c->scene->arena);
    for (; *digits; digits++)
        if (*digits == '-')
            text_add(&out, "−");
        else if (*digits == 'i')
            text_add(&out, "∞"), digits += 2;
        else
            text_add_bytes(&out, digits, 1);
    return out.data;
}

/* The matrix that a place is in, and the place in it. */
static const json_t *matrix_at(const PageCells *c, int *place)
{
    const json_t *matrix = NULL;
    for (size_t i = 0, size = 0; *place >= (int)size; i++) {
        *place -= (int)size;
        matrix = json_array_get(c->matrices, i);
        size = (size_t)(number(matrix, "h") * number(matrix, "w"));
    }
    return matrix;
}

/* What leads from the operands of the cell before to those of a cell; returns the template. */
static int take(const PageCells *c, const json_t *matrix, int cell, int *move, Operand *operands)
{
    char *numbers = (char *)(uintptr_t)item(c->scene, string(matrix, "d"), ';', cell);
    if (isdigit((unsigned char)*numbers))
        *move = (int)strtol(numbers, &numbers, 10);
    char *moves = (char *)(uintptr_t)line_of(c, "d", *move);
    int unchanged = 0, template = *moves && *moves != ' ' ? (int)strtol(moves, &moves, 10) : -1;
    for (Operand *o = operands; *moves; o++) {
        Operand from = template <0 ? *o : (Operand){0};
        o->place = from.place + (int)strtol(moves + 1, &moves, 10);
        if (o->place >= 0)
            continue;
        if (!unchanged && !strncmp(numbers, " ~", 2))
            unchanged = (int)strtol(numbers + 2, &numbers, 10);
        if (unchanged-- > 0 || !*numbers)
            continue;
        unchanged = 0;
        size_t length = strcspn(numbers + 1, " ");
        o->digits = arena_strndup(c->scene->arena, numbers + 1, length);
        numbers += 1 + length;
    }
    return template;
}

/* What stands for a part of the template. */
static const char *part_of(const PageCells *c, const Operand *o, bool is_name)
{
    int place = o->place;
    if (place < 0)
        return o->digits;
    const json_t *of = matrix_at(c, &place);
    int row = place / number(of, "w"), col = place % number(of, "w");
    return is_name ? cell_called(c, of, row, col) : value_of(c, of, row, col);
}

static const char *told(const PageCells *c, const json_t *matrix, int row, int col)
{
    static Operand operands[4096];
    int move = 0, template = 0, next = 0, width = number(matrix, "w");
    for (int cell = 0; cell <= row * width + col; cell++) {
        int own = take(c, matrix, cell, &move, operands);
        template = own < 0 ? template : own;
    }
    Text out = text_new(c->scene->arena);
    text_format(&out, "%s = %s\n  ", cell_called(c, matrix, row, col),
                value_of(c, matrix, row, col));
    const char *text = line_of(c, "t", template);
    for (; *text && strncmp(text, "Given", 5) != 0 && strncmp(text, "Comp", 4) != 0; text++) {
        if ((unsigned char)*text > 3) {
            bool ends = *text == 4;
            text_add_bytes(&out, ends ? "\n  " : text, ends ? 3 : 1);
            continue;
        }
        const char *digits = part_of(c, &operands[next++], *text == 3);
        text_format(&out, *text == 1 && begins_with(digits, "−") ? "(%s)" : "%s", digits);
    }
    out.data[out.length - 2] = '\0'; /* the indentation of a line that does not come */
    return out.data;
}

static void check_explained(Scene *scene, const char *line)
{
    const Trace *trace = traced(scene, line);
    json_error_t error;
    const char *text = between(scene, page_of(scene, trace), "application/json\">", "</script>");
    PageCells cells = {.scene = scene, .data = json_loads(text, JSON_REJECT_DUPLICATES, &error)};
    fail_if(!cells.data, "line %d: %s", error.line, error.text);
    cells.matrices = json_object_get(cells.data, "m");
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        int row = i * 7 % step->rows.count, col = i * 5 % step->cols.count;
        const json_t *matrix = matrix_named(&cells, step->id);
        const char *expected = explained(scene, trace, step->id, row, col, 1);
        const char *found = told(&cells, matrix, row, col);
        fail_if(!strstr(expected, found), "%s\nis not in\n%s", found, expected);
    }
    json_decref(cells.data);
}

TEST(cells_are_told_as_they_are_explained)
{
    check_explained(scene, "-s 'He hit the ball with the bat' -m causal");
    check_explained(scene, "-s 'a bat hit it' -m padding:2 --convention columns");
    check_explained(scene, "luong --source 'the cat sleeps'");
    check_explained(scene, "transformer --source 'the cat sleeps'");
    check_explained(scene, "norms -s 'a bat hit it'");
}

/* ---- the page ---- */

/* Whether each name between `from` and `to` is there with something around it, at least once. */
static void check_names(Scene *scene, const char *page, const char *from, const char *to,
                        const char *around)
{
    assert_has(page, from);
    for (const char *c = page; (c = strstr(c, from)); c++)
        assert_has(page, arena_format(scene->arena, around, between(scene, c, from, to)));
}

static void check_named(Scene *scene, const char *line)
{
    const char *page = page_of(scene, traced(scene, line));
    check_names(scene, page, "<a href=\"#", "\"", " id=\"%s\"");
    check_names(scene, page, "class=\"picture ", "\"", "\n.%s{width");
}

/* A figure alone has pictures, but nothing to lead to. */
TEST(a_figure_alone_has_its_pictures)
{
    Trace *trace = traced(scene, "-s 'He hit the ball with the bat' -m causal");
    assert_true(trace_keep_only(trace, "heads"));
    const char *page = page_of(scene, trace);
    check_names(scene, page, "class=\"picture ", "\"", "\n.%s{width");
    assert_lacks(page, "href=\"#");
    assert_has(page, "<mi>head</mi><mspace width=\".25em\"/><mn>1</mn>");
}

TEST(what_is_linked_and_pictured_is_on_the_page)
{
    check_named(scene, "-s 'He hit the ball with the bat' -m causal");
    check_named(scene, "bahdanau"); /* whose figures turn what steps have as rows */
    check_named(scene, "luong");
    check_named(scene, "transformer");
}

TEST(a_word_is_shown_as_that_word)
{
    const char *page = page_of(
        scene, traced(scene, "-n 1 -s '<script>alert(1)</script> \" & العربية 🦇'"));
    int scripts = 0;
    for (const char *c = page; (c = strstr(c, "<script")); c++)
        scripts++;
    assert_int_equal(scripts, 2); /* the data, and what reads it */
    assert_has(page, "<bdi>العربية</bdi>");
    assert_has(page, "&#60;script&#62;");
    assert_has(page, "default-src 'none'");
}

TEST(a_step_has_an_article_and_a_formula)
{
    const char *page = page_of(scene, traced(scene, "-n 1 -m causal -s 'a bat'"));
    const char *article = between(scene, page, "<article id=\"head-1/weights\">", "</article>");
    assert_has(article, "<math><mi>softmax</mi><mo stretchy=false>(</mo><mi>Q</mi><msup>");
    assert_has(article, "<th scope=row><bdi>bat</bdi>");
    assert_has(article, "<td class=p100>1.00<td class=m>·");
    assert_has(article, "from <a href=\"#head-1/masked\">");
}

/* Texts by their numbers are not shaded by these, and no cell opens. */
TEST(a_table_of_words_has_no_scale)
{
    const char *page = page_of(scene, traced(scene, "mechanisms"));
    const char *article = between(scene, page, "<article id=\"findings\">", "</article>");
    assert_has(article, "<td class=s50>Bahdanau 2015<td class=s50>global");
    assert_lacks(article, "class=legend");
    assert_lacks(page, "\"n\":\"findings\"");
}

TEST(a_chapter_of_a_gain_is_called_by_the_gain)
{
    const char *page = page_of(scene, traced(scene, "gradients"));
    assert_has(page, ">The states at gain 0.5</h2>");
    assert_lacks(page, ">Gain 1");
}

TEST(a_hyphen_of_a_title_is_no_minus)
{
    assert_has(page_of(scene, traced(scene, "transformer")), ">encoder self-attention<");
}

/* What is too large for a table is said. */
TEST(a_large_matrix_has_no_table)
{
    const char *words = many_words(scene, 150, 150);
    const char *page =
        page_of(scene, traced(scene, arena_format(scene->arena, "-n 1 -s '%s'", words)));
    const char *article = between(scene, page, "<article id=\"head-1/weights\">", "</article>");
    assert_lacks(article, "<td");
    assert_has(article, "Too many cells for a table here");
    assert_has(article, "class=\"picture");
}
