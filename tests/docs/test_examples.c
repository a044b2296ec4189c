/* The examples: what lies in their out/ is what their scripts make. */
#include "support/page.h"
#include "support/picture.h"
#include "support/sample.h"
#include "support/shell.h"

static void run_all(Scene *scene)
{
    shell_succeed(scene, "for run in examples/*/run; do \"$run\" || exit 1; done");
}

/* All files in the out/ folders, as paths like bat-and-ball/out/trace.txt. */
static const char *list_outputs(Scene *scene, const char *folder)
{
    return shell_succeed(
        scene, arena_format(scene->arena, "cd %s && find */out -type f | LC_ALL=C sort", folder));
}

static bool same_text(const Picture *a, const Picture *b, const char *key)
{
    const char *left = picture_text(a, key), *right = picture_text(b, key);
    return left && right && strcmp(left, right) == 0;
}

/* The pixels may differ with the library that draws the letters; what the picture says of itself
   does not. Both must be sound files. */
static bool is_same_picture(Scene *scene, Bytes kept, Bytes made)
{
    Picture a = picture_read(scene, kept), b = picture_read(scene, made);
    return same_text(&a, &b, "Title") && same_text(&a, &b, "Description") &&
           same_text(&a, &b, "Command");
}

static bool is_same_file(Scene *scene, const char *path)
{
    if (ends_with(path, "/.attnviz")) /* holds the pictures' hashes */
        return true;
    Bytes kept = scene_read(scene, arena_format(scene->arena, "kept/%s", path));
    Bytes made = scene_read(scene, arena_format(scene->arena, "examples/%s", path));
    if (ends_with(path, ".png"))
        return is_same_picture(scene, kept, made);
    return kept.size == made.size && memcmp(kept.data, made.data, kept.size) == 0;
}

/* The same in an arena of its own: all pictures together would fill a small machine. */
static bool is_same(const Scene *scene, const char *path)
{
    Scene one_file = *scene;
    one_file.arena = arena_new();
    bool same = is_same_file(&one_file, path);
    arena_free(one_file.arena);
    return same;
}

TEST(scripts_make_the_files_beside_them)
{
    shell_prepare(scene);
    shell_succeed(scene, "cp -R examples kept && rm -r examples/*/out");
    run_all(scene);
    const char *kept = list_outputs(scene, "kept"), *made = list_outputs(scene, "examples");
    assert_string_equal(made, kept);
    Lines paths = lines_of(scene, kept);
    assert_true(paths.count > 0);
    for (int i = 0; i < paths.count; i++)
        if (!is_same(scene, paths.lines[i]))
            scene_complain(scene, "examples/%s: not what the script makes\n", paths.lines[i]);
}

/* attnviz replaces only what it wrote itself: the committed .attnviz must know its files. */
TEST(scripts_may_be_run_again)
{
    shell_prepare(scene);
    run_all(scene);
}

TEST(every_example_has_a_script_and_a_page)
{
    shell_prepare(scene);
    shell_succeed(scene, "for example in examples/*/; do\n"
                         "test -x \"$example/run\" && test -s \"$example/README.md\" || exit 1\n"
                         "done");
}
