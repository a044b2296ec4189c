/* What the page's script puts together is put together here a second time, and is what --explain
 * prints; and whatever a word holds, the page shows it as that word. */
#include "write/formats.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/traced.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *page_of(Scene *scene, const Trace *trace)
{
    static const FigureStyle style = {.theme = &themes[0], .colormap = &colormaps[0]};
    WriteOptions options = {.precision = 2, .figure = &style};
    Document *document = document_new(scene->arena, trace);
    document_add_trace(document, TELL_ALL);
    Recording recording;
    recording_begin(&recording);
    format_html.write_one(recording.stream, document, &options);
    return recording_end(scene, &recording).data;
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

typedef struct Place {
    int matrix, row, col;
    const char *digits;
} Place;

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

static const char *item(Scene *scene, const char *list, const char *separator, int index)
{
    while (index--)
        list = strstr(list, separator) + 1;
    return arena_strndup(scene->arena, list, strcspn(list, separator));
}

static const char *line_of(const PageCells *c, const char *list, int index)
{
    return item(c->scene, string(c->data, list), "\n", index);
}

static const json_t *matrix_named(const PageCells *c, const char *id)
{
    size_t i;
    json_t *matrix;
    json_array_foreach(c->matrices, i,
                       matrix) if (!strcmp(line_of(c, "t", number(matrix, "n")), id)) return matrix;
    fail_msg("no matrix %s", id);
    return NULL;
}

static const char *label(const PageCells *c, const json_t *matrix, const char *axis, int place)
{
    if (!json_object_get(matrix, axis))
        return arena_format(c->scene->arena, "%d", place + 1);
    return item(c->scene, line_of(c, "t", number(matrix, axis)), "\t", place);
}

static const char *cell_called(const PageCells *c, const json_t *matrix, int row, int col)
{
    return arena_format(c->scene->arena, "%s[%s,%s]", line_of(c, "t", number(matrix, "n")),
                        label(c, matrix, "r", row), label(c, matrix, "c", col));
}

static const char *value_of(const PageCells *c, const json_t *matrix, int row, int col)
{
    const char *digits = item(c->scene, string(matrix, "v"), " ", row * number(matrix, "w") + col);
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

/* The steps that lead to a cell; returns the template. */
static int take(const PageCells *c, const json_t *matrix, int cell, Place *places, int *count)
{
    const json_t *runs = json_object_get(matrix, "d");
    size_t run = 0;
    for (int left = cell; (left -= (int)json_integer_value(json_array_get(runs, run + 1))) >= 0;)
        run += 2;
    const char *line = line_of(c, "d", (int)json_integer_value(json_array_get(runs, run)));
    char *steps = (char *)(uintptr_t)line;
    int template = (int)strtol(steps, &steps, 10);
    for (*count = 0; *steps; ++*count) {
        Place *p = &places[*count], from = template <0 ? *p : (Place){0};
        from.matrix += (int)strtol(steps + 1, &steps, 10);
        from.row += (int)strtol(steps + 1, &steps, 10);
        from.col += (int)strtol(steps + 1, &steps, 10);
        *p = from;
    }
    char *changes = (char *)(uintptr_t)item(c->scene, string(matrix, "x"), ";", cell);
    for (int place = 0, digits = 0, further = 0, by = 0; *changes;) {
        if (*changes != '+') {
            further = (int)strtol(changes, &changes, 10);
            by = (int)strtol(changes + 1, &changes, 10);
        }
        place += further;
        digits += by;
        places[place].digits = line_of(c, "s", digits);
        changes++;
    }
    return template;
}

static const char *told(const PageCells *c, const json_t *matrix, int row, int col)
{
    static Place places[4096];
    int count = 0, template = 0, next = 0, width = number(matrix, "w");
    for (int cell = 0; cell <= row * width + col; cell++) {
        int own = take(c, matrix, cell, places, &count);
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
        Place p = places[next++];
        const json_t *of = p.matrix < 0 ? NULL : json_array_get(c->matrices, (size_t)p.matrix);
        const char *digits = !of          ? p.digits
                             : *text == 3 ? cell_called(c, of, p.row, p.col)
                                          : value_of(c, of, p.row, p.col);
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
    if (!cells.data)
        fail_msg("line %d: %s", error.line, error.text);
    cells.matrices = json_object_get(cells.data, "m");
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        int row = i * 7 % step->rows.count, col = i * 5 % step->cols.count;
        const json_t *matrix = matrix_named(&cells, step->id);
        const char *expected = explained(scene, trace, step->id, row, col, 1);
        const char *found = told(&cells, matrix, row, col);
        if (!strstr(expected, found))
            fail_msg("%s\nis not in\n%s", found, expected);
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

TEST(a_word_is_shown_as_that_word)
{
    const char *page = page_of(
        scene, traced(scene, "-n 1 -s '<script>alert(1)</script> \" & العربية 🦇'"));
    int scripts = 0;
    for (const char *c = page; (c = strstr(c, "<script")); c++)
        scripts++;
    assert_int_equal(scripts, 2); /* the data, and what reads it */
    assert_non_null(strstr(page, "<bdi>العربية</bdi>"));
    assert_non_null(strstr(page, "&#60;script&#62;"));
    assert_non_null(strstr(page, "default-src 'none'"));
}

TEST(a_step_has_an_article_and_a_formula)
{
    const char *page = page_of(scene, traced(scene, "-n 1 -m causal -s 'a bat'"));
    const char *article = between(scene, page, "<article id=\"head-1/weights\">", "</article>");
    assert_non_null(
        strstr(article, "<math><mi>softmax</mi><mo stretchy=false>(</mo><mi>Q</mi><msup>"));
    assert_non_null(strstr(article, "<th scope=row><bdi>bat</bdi>"));
    assert_non_null(strstr(article, "<td class=p100>1.00<td class=m>·"));
    assert_non_null(strstr(article, "from <a href=\"#head-1/masked\">"));
}

/* What is too large for a table is said. */
TEST(a_large_matrix_has_no_table)
{
    Text words = text_new(scene->arena);
    text_add(&words, "-n 1 -s '");
    for (int i = 0; i < 150; i++)
        text_format(&words, "w%d ", i);
    text_add(&words, "'");
    const char *page = page_of(scene, traced(scene, words.data));
    const char *article = between(scene, page, "<article id=\"head-1/weights\">", "</article>");
    assert_null(strstr(article, "<td"));
    assert_non_null(strstr(article, "Too many cells for a table here"));
    assert_non_null(strstr(article, "class=\"picture"));
}
