#include "base/manifest.h"

#include "support/scene.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "attnviz wrote these files: size, hash, name\n"

static Manifest parse(Scene *scene, const char *text)
{
    Manifest manifest = manifest_new(scene->arena);
    assert_true(manifest_parse(&manifest, text, strlen(text)));
    return manifest;
}

static void reads_what_it_printed(void **state)
{
    Scene *scene = *state;
    Manifest manifest = manifest_new(scene->arena);
    manifest_add(&manifest, (Record){12, 0xfedcba9876543210, "trace.txt"});
    manifest_add(&manifest, (Record){999999999999999999, 0, "a name.png"});
    FILE *file = fopen("list", "w");
    manifest_print(&manifest, file);
    fclose(file);
    Bytes bytes = scene_read(scene, "list");
    assert_string_equal(bytes.data, HEADER "12 fedcba9876543210 trace.txt\n"
                                           "999999999999999999 0000000000000000 a name.png\n");
    Manifest again = parse(scene, bytes.data);
    assert_int_equal(again.count, 2);
    assert_true(manifest_has(&again, manifest.records[0]));
    assert_true(manifest_has(&again, manifest.records[1]));
}

static void another_file_of_that_name_is_no_manifest(void **state)
{
    Scene *scene = *state;
    Manifest manifest = manifest_new(scene->arena);
    assert_false(manifest_parse(&manifest, "notes\n", 6));
    assert_false(manifest_parse(&manifest, HEADER, strlen(HEADER) - 1));
    assert_false(manifest_parse(&manifest, "\0", 1));
    assert_true(manifest_parse(&manifest, "", 0));
    assert_true(manifest_parse(&manifest, HEADER, strlen(HEADER)));
    assert_int_equal(manifest.count, 0);
}

static void skips_every_line_that_is_no_record(void **state)
{
    static const char *const lines[] = {
        "\n",
        "trace.txt\n",
        "12\n",
        "12 \n",
        "12 0123456789abcdef\n",
        "12 0123456789abcdef \n",
        "x 0123456789abcdef a\n",
        "-1 0123456789abcdef a\n",
        " 12 0123456789abcdef a\n",
        "12  0123456789abcdef a\n",
        "12 0123456789ABCDEF a\n",
        "12 0123456789abcde a\n",
        "12 0123456789abcdef0 a\n",
        "1234567890123456789 0123456789abcdef a\n",
        "12 0123456789abcdef ..\n",
        "12 0123456789abcdef .\n",
        "12 0123456789abcdef ../a\n",
        "12 0123456789abcdef /etc/passwd\n",
        "12 0123456789abcdef a/b\n",
        "12 0123456789abcdef .attnviz\n",
        "12 0123456789abcdef .attnviz-1-2.tmp\n",
        "12 0123456789abcdef cut-short",
    };
    Scene *scene = *state;
    const char *all = HEADER;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Manifest alone = parse(scene, arena_format(scene->arena, HEADER "%s", lines[i]));
        assert_int_equal(alone.count, 0);
        all =
            arena_format(scene->arena, "%s%s", i ? all : HEADER "1 0123456789abcdef b\n", lines[i]);
    }
    Manifest rest = parse(scene, all);
    assert_int_equal(rest.count, 1);
    assert_string_equal(rest.records[0].name, "b");
}

static void finds_records_among_several_of_one_name(void **state)
{
    Scene *scene = *state;
    Manifest m = parse(scene, HEADER "3 0000000000000003 c\n1 0000000000000001 b\n"
                                     "2 0000000000000002 b\n4 0000000000000004 a\n");
    assert_true(manifest_has_name(&m, "a") && manifest_has_name(&m, "b"));
    assert_true(manifest_has_name(&m, "c"));
    assert_false(manifest_has_name(&m, "") || manifest_has_name(&m, "d"));
    assert_true(manifest_has(&m, (Record){1, 1, "b"}) && manifest_has(&m, (Record){2, 2, "b"}));
    assert_false(manifest_has(&m, (Record){1, 2, "b"}) || manifest_has(&m, (Record){2, 1, "b"}));
    assert_false(manifest_has(&m, (Record){1, 1, "a"}));
}

static void allows_plain_names_only(void **state)
{
    (void)state;
    char longest[257];
    memset(longest, 'a', sizeof longest);
    longest[255] = '\0';
    assert_true(manifest_allows("a") && manifest_allows("00 überblick.png"));
    assert_true(manifest_allows(".hidden") && manifest_allows("...") && manifest_allows(longest));
    longest[255] = 'a', longest[256] = '\0';
    assert_false(manifest_allows("") || manifest_allows(".") || manifest_allows(".."));
    assert_false(manifest_allows("a/b") || manifest_allows("/") || manifest_allows("a\nb"));
    assert_false(manifest_allows(".attnviz") || manifest_allows(longest));
}

static void any_changed_byte_changes_the_hash(void **state)
{
    Scene *scene = *state;
    Record original, changed;
    char bytes[20000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31 % 251);
    scene_write_bytes(scene, "a", bytes, sizeof bytes);
    assert_true(manifest_measure(AT_FDCWD, "a", &original));
    assert_int_equal(original.size, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i += 997) {
        bytes[i] ^= 1;
        scene_write_bytes(scene, "a", bytes, sizeof bytes);
        assert_true(manifest_measure(AT_FDCWD, "a", &changed));
        assert_true(changed.hash != original.hash);
        bytes[i] ^= 1;
    }
    scene_write_bytes(scene, "a", bytes, sizeof bytes);
    assert_true(manifest_measure(AT_FDCWD, "a", &changed));
    assert_true(changed.hash == original.hash);
}

/* The list goes from machine to machine with the files. */
static void the_hash_is_the_same_on_every_machine(void **state)
{
    Scene *scene = *state;
    Record record;
    scene_write(scene, "a", "attention is all you need");
    assert_true(manifest_measure(AT_FDCWD, "a", &record));
    assert_int_equal(record.size, 25);
    assert_true(record.hash == UINT64_C(0x804e45fa494aa78));
}

static void measures_only_regular_files(void **state)
{
    Scene *scene = *state;
    Record record;
    scene_write(scene, "a", "x");
    assert_int_equal(symlink("a", "link"), 0);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_true(manifest_measure(AT_FDCWD, "a", &record));
    assert_false(manifest_measure(AT_FDCWD, "link", &record));
    assert_false(manifest_measure(AT_FDCWD, "folder", &record));
    assert_false(manifest_measure(AT_FDCWD, "pipe", &record));
    assert_false(manifest_measure(AT_FDCWD, "missing", &record));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_printed),
        cmocka_unit_test(another_file_of_that_name_is_no_manifest),
        cmocka_unit_test(skips_every_line_that_is_no_record),
        cmocka_unit_test(finds_records_among_several_of_one_name),
        cmocka_unit_test(allows_plain_names_only),
        cmocka_unit_test(any_changed_byte_changes_the_hash),
        cmocka_unit_test(the_hash_is_the_same_on_every_machine),
        cmocka_unit_test(measures_only_regular_files),
    };
    return run_scenes(tests);
}
