/* Worksheets as PDF: pdflatex sets them, if it is there, always to the same bytes; if not, nothing
 * is written. */
#include "support/program.h"

/* A program called so stands first on the PATH, and does this. */
static void stand_in(Scene *scene, const char *script)
{
    scene_write(scene, "bin/pdflatex", script);
    assert_int_equal(chmod("bin/pdflatex", 0755), 0);
}

/* Names within $TMPDIR are all that remains of a run. */
static void check_refusal(Scene *scene, const char *message)
{
    check_refused(attnviz(scene, "worksheet --format pdf"), EXIT_FAILURE, message);
    assert_string_equal(scene_list(scene, "work"), "");
    assert_int_not_equal(access("worksheets", F_OK), 0);
}

TEST(without_pdflatex_nothing_is_written)
{
    const char *path = arena_strdup(scene->arena, getenv("PATH"));
    mkdir("bin", 0755);
    mkdir("work", 0755);
    setenv("TMPDIR", arena_format(scene->arena, "%s/work", scene->folder), 1);
    setenv("PATH", arena_format(scene->arena, "%s/bin", scene->folder), 1);
    check_refusal(scene, "--format pdf: there is no pdflatex (of Debian's package "
                         "texlive-latex-recommended)");
    stand_in(scene, "#!/bin/sh\necho 'I stop here'\nexit 1\n");
    check_refusal(scene, "--format pdf: pdflatex does not set the sheets");
    stand_in(scene, "#!/bin/sh\nkill -9 $$\n");
    check_refusal(scene, "--format pdf: pdflatex does not set the sheets");
    stand_in(scene,
             "#!/bin/sh\nprintf '%%PDF-of %s %s' \"$SOURCE_DATE_EPOCH\" \"$*\" >paper.pdf\n");
    check_success(attnviz(scene, "worksheet --format pdf -o out"));
    assert_string_equal(
        scene_read(scene, "out/keys.pdf").data,
        "%PDF-of 0 -no-shell-escape -interaction=batchmode -halt-on-error paper.tex");
    assert_has(scene_list(scene, "out"), "codes.csv keys.pdf sheets.pdf");
    assert_string_equal(scene_list(scene, "work"), "");
    setenv("PATH", path, 1);
    unsetenv("TMPDIR");
}

TEST(pdflatex_makes_the_same_bytes_of_the_same_sheets)
{
    if (system("command -v pdflatex >/dev/null") != 0) {
        print_message("there is no pdflatex to try\n");
        return;
    }
    scene_write(scene, "class.txt", "\\input{x} $_#%\nA <b> \xc3\x89 \xd8\xb9\n");
    for (int i = 0; i < 2; i++)
        check_success(attnviz(
            scene, "worksheet --level 4 --students class.txt --format pdf,latex -o out%d", i));
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "sheets.pdf" : "keys.pdf";
        const char *one = arena_format(scene->arena, "out0/%s", name);
        assert_true(bytes_begin_with(scene_read(scene, one), "%PDF-"));
        check_same_file(scene, one, arena_format(scene->arena, "out1/%s", name));
    }
}
