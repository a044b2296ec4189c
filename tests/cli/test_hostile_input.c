/* What a user or an attacker may give the program: one clear line and an exit code, nothing left
 * behind; or, where it is allowed, safely shown. */
#include "support/csv.h"
#include "support/picture.h"
#include "support/program.h"
#include "support/sample.h"
#include "write/formats.h"

/* ---- allowed, and safely shown ---- */

static const char hostile[] =
    "\x1b[2J \x07 \x7f \r <script>alert(1)</script> ' \" \\ `id` $(id) "
    "%s %n | , ; שלום \u202eabc 👩‍👩‍👧 e\u0301 \u2028 x\u200dy \n日本 "
    "\u2066 \u2069 \u200f =1+1 @SUM ＝2 -3 NA null nan";

static int occurrences(const char *text, const char *piece)
{
    int count = 0;
    for (; (text = strstr(text, piece)); text++)
        count++;
    return count;
}

static void check_safe(const char *text, const char *what)
{
    for (const char *c = text; *c; c++)
        fail_if(((unsigned char)*c < 0x20 && *c != '\n' && *c != '\r') || *c == 0x7f,
                "%s has a raw 0x%02x", what, (unsigned char)*c);
    static const char *const turns[] = {"\u202e", "\u2066", "\u200f"};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        fail_if(strstr(text, turns[i]), "%s has what turns a line", what);
    /* what is written from right to left is isolated, by attnviz alone */
    assert_int_equal(occurrences(text, "\u2068"), occurrences(text, "\u2069"));
    assert_int_equal(utf8_valid_length(text, strlen(text)), strlen(text));
}

/* No label is a formula to a spreadsheet. */
static void check_csv(Scene *scene, const char *cursor, const char *name)
{
    for (char end = '\n', next; *cursor; end = next) {
        bool first = end == '\n'; /* of its line */
        const char *field = csv_field(scene->arena, &cursor, &next);
        fail_if(!field || (first && !csv_label(field)), "%s has a formula, or is no table", name);
    }
}

/* A file of any format: one that is not named here is text. */
static void check_file(Scene *scene, const char *name)
{
    enum { NPY_HEADER = 128 };
    Bytes bytes = scene_read(scene, name);
    if (ends_with(name, ".png")) {
        Picture picture = picture_read(scene, bytes);
        for (int i = 0; i < picture.text_count; i++)
            check_safe(picture.texts[i], picture.keys[i]);
    } else if (ends_with(name, ".npy")) {
        check_safe(arena_strndup(scene->arena, bytes.data + 10, NPY_HEADER - 10), name);
    } else if (!ends_with(name, ".pdf")) { /* whose streams are compressed */
        check_safe(bytes.data, name);
        if (ends_with(name, ".csv"))
            check_csv(scene, bytes.data, name);
    }
}

TEST(hostile_tokens_are_shown_safely_in_every_format)
{
    Text formats = text_new(scene->arena);
    for (int i = 0; format_name(i); i++)
        text_format(&formats, "%s%s", i ? "," : "", format_name(i));
    Run run = attnviz(scene, "-s \1%s\1 -m causal -n 1 -w random -d 4 -f %s -o out", hostile,
                      formats.data);
    check_finished(run);
    check_safe(run.output, "standard output");
    check_safe(run.errors, "the warning");
    for (int i = 0; i < line_count(run.errors); i++)
        assert_int_equal(strncmp(line_at(scene, run.errors, i), "attnviz: warning: ", 18), 0);
    int count;
    char **names = words_of_line(scene, scene_list(scene, "out"), &count);
    assert_true(count > 40);
    for (int i = 0; i < count; i++)
        check_file(scene, arena_format(scene->arena, "out/%s", names[i]));
    run = attnviz(scene, "-s \1%s\1 -e raw/weights[1,2]", hostile);
    check_finished(run);
    check_safe(run.output, "the explanation");
}
