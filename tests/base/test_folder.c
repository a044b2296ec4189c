#include "base/folder.h"

#include "support/scene.h"
#include "support/transcript.h"
#include "write/formats.h"

#include <sys/syscall.h>

/* ---- Trouble on demand ----
 *
 * This program's own functions stand in for the C library's. Each call that changes the folder
 * counts down; at zero the process ends there and then, or the call fails. */

typedef enum { NO_TROUBLE, DIE, FAIL } Trouble;

static Trouble trouble;
static int calls_left;
static bool no_links; /* as on a memory card */

static bool strikes_now(void)
{
    if (trouble == NO_TROUBLE || calls_left-- > 0)
        return false;
    if (trouble == DIE)
        _exit(99);
    trouble = NO_TROUBLE;
    errno = EIO;
    return true;
}

int renameat(int from, const char *old_name, int to, const char *new_name)
{
    return strikes_now() ? -1 : (int)syscall(SYS_renameat2, from, old_name, to, new_name, 0);
}

int unlinkat(int folder, const char *name, int flags)
{
    if (trouble == DIE)
        strikes_now();
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int linkat(int from, const char *old_name, int to, const char *new_name, int flags)
{
    if (trouble == DIE)
        strikes_now();
    if (no_links)
        errno = EPERM;
    return no_links ? -1 : (int)syscall(SYS_linkat, from, old_name, to, new_name, flags);
}

/* ---- Runs ----
 *
 * A letter stands for a file of that name: b for 01-b.csv. */

static const char *expanded(Scene *scene, const char *names)
{
    Text out = text_new(scene->arena);
    while (*names) {
        size_t length = strcspn(names, " ");
        bool letter = length == 1 && *names >= 'a' && *names <= 'z';
        text_format(&out, letter ? "01-%.*s.csv" : "%.*s", (int)length, names);
        names += length;
        if (*names)
            text_add_bytes(&out, names++, 1);
    }
    return out.data;
}

static const char *path_of(Scene *scene, const char *name)
{
    return arena_format(scene->arena, "out/%s", expanded(scene, name));
}

static const char *content(Scene *scene, const char *name, const char *text)
{
    return arena_format(scene->arena, "%s\\%s", name, text);
}

static void write_one(Scene *scene, Folder *folder, const char *name, const char *text)
{
    fputs(content(scene, name, text), folder_begin(folder, expanded(scene, name)));
    folder_end(folder);
}

/* A whole run: files of these names (a space between), each holding its name and `text`. */
static void run_in(Scene *scene, const char *path, const char *names, const char *text)
{
    ENDED_BY(folder_close) Folder *folder = folder_open(scene->arena, path, format_files);
    while (*names) {
        size_t length = strcspn(names, " ");
        write_one(scene, folder, arena_strndup(scene->arena, names, length), text);
        names += length + (names[length] == ' ');
    }
    folder_commit(folder);
}

static void run(Scene *scene, const char *names, const char *text)
{
    run_in(scene, "out", names, text);
}

static Folder *open_out(Scene *scene)
{
    return folder_open(scene->arena, "out", format_files);
}

static void put(Scene *scene, const char *name, const char *text)
{
    scene_write(scene, path_of(scene, name), text);
}

static const char *list_file(Scene *scene)
{
    return scene_read(scene, "out/.attnviz").data;
}

static void assert_holds(Scene *scene, const char *name, const char *text)
{
    assert_string_equal(scene_read(scene, path_of(scene, name)).data, content(scene, name, text));
}

static void assert_lists(Scene *scene, const char *path, const char *names)
{
    assert_string_equal(scene_list(scene, path), expanded(scene, names));
}

static void assert_out(Scene *scene, const char *names)
{
    assert_lists(scene, "out", names);
}

/* ---- What a run leaves ---- */

TEST(nothing_is_there_before_the_commit)
{
    run(scene, "a", "first");
    Folder *folder = open_out(scene);
    write_one(scene, folder, "b", "second");
    write_one(scene, folder, "a", "second");
    assert_holds(scene, "a", "first");
    assert_int_equal(access(path_of(scene, "b"), F_OK), -1);
    folder_commit(folder);
    assert_holds(scene, "a", "second");
    folder_close(&folder);
    assert_out(scene, ".attnviz a b");
    Strings names = folder_names(folder);
    assert_int_equal(names.count, 2);
    assert_string_equal(names.items[0], "01-a.csv");
    assert_string_equal(names.items[1], "01-b.csv");
}

TEST(binary_and_large_files_arrive_whole)
{
    Folder *folder = open_out(scene);
    FILE *file = folder_begin(folder, "01-a.npy");
    fputs("\x93NUMPY", file);
    for (int i = 6; i < 300000; i++)
        fputc(i * 7, file);
    folder_end(folder);
    folder_commit(folder);
    folder_close(&folder);
    Bytes bytes = scene_read(scene, "out/01-a.npy");
    assert_int_equal(bytes.size, 300000);
    for (int i = 6; i < 300000; i++)
        assert_int_equal((unsigned char)bytes.data[i], (unsigned char)(i * 7));
    run(scene, "a", "small again");
    assert_out(scene, ".attnviz a");
}

/* What is put from memory is not read again: its line must be the one that is read from the disk.
 */
TEST(bytes_from_memory_are_listed_as_the_file_they_become)
{
    static char text[200000];
    static const size_t sizes[] = {2, 7, 8, 65536, 65537, 131072, 199999};
    memset(text, 'x', sizeof text);
    text[1] = '\\';
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        Folder *folder = open_out(scene);
        folder_put(folder, "01-a.csv", (Bytes){text, sizes[i]});
        folder_commit(folder);
        folder_close(&folder);
        const char *put_so = list_file(scene);
        folder = open_out(scene); /* knows the file, or it would refuse to replace it */
        fwrite(text, 1, sizes[i], folder_begin(folder, "01-a.csv"));
        folder_end(folder);
        folder_commit(folder);
        folder_close(&folder);
        assert_string_equal(list_file(scene), put_so);
    }
    Folder *folder = open_out(scene);
    assert_refused(folder_put(folder, "01-b.csv", (Bytes){"no mark", 7}),
                   "out/01-b.csv: Input/output error");
    folder_close(&folder);
    assert_out(scene, ".attnviz a");
}

TEST(files_get_the_permissions_of_the_user)
{
    struct stat status;
    mode_t before = umask(027);
    run(scene, "a", "");
    umask(before);
    assert_int_equal(stat(path_of(scene, "a"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(stat("out", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0750);
}

/* ---- Giving up ---- */

TEST(an_abandoned_run_leaves_the_folder_as_it_was)
{
    run(scene, "a b", "first");
    const char *list = list_file(scene);
    Folder *folder = open_out(scene);
    write_one(scene, folder, "b", "second");
    assert_non_null(folder_begin(folder, "01-c.csv")); /* in the middle of a file */
    folder_close(&folder);
    folder_close(&folder);
    folder_close(&(Folder *){NULL});
    assert_out(scene, ".attnviz a b");
    assert_holds(scene, "b", "first");
    assert_string_equal(list_file(scene), list);
}

TEST(an_abandoned_run_removes_the_folders_it_made)
{
    mkdir("a", 0777);
    Folder *folder = folder_open(scene->arena, "a/b/c", format_files);
    write_one(scene, folder, "x", "");
    folder_close(&folder);
    assert_string_equal(scene_list(scene, "."), "a");
    assert_lists(scene, "a", "");
    folder = folder_open(scene->arena, "a/b", format_files);
    scene_write(scene, "a/theirs", "");
    folder_close(&folder);
    assert_lists(scene, "a", "theirs");
    folder = folder_open(scene->arena, "new", format_files);
    scene_write(scene, "new/theirs", "");
    folder_close(&folder);
    assert_lists(scene, "new", "theirs");
}

static void fail_in_the_middle(Scene *scene)
{
    ENDED_BY(folder_close) Folder *folder = folder_open(scene->arena, "new/out", format_files);
    write_one(scene, folder, "b", "");
    fputs("half", folder_begin(folder, "01-c.csv"));
    (fail)("it went wrong");
}

TEST(a_run_that_fails_leaves_nothing)
{
    assert_refused(fail_in_the_middle(scene), "it went wrong");
    assert_string_equal(scene_list(scene, "."), "");
}

/* ---- Files of others ---- */

static const char foreign[] = "out/01-b.csv: not written by attnviz, or changed since; move it "
                              "away or choose another folder";

TEST(a_file_that_turns_up_before_the_commit_stops_it)
{
    run(scene, "a", "first");
    Folder *folder = open_out(scene);
    write_one(scene, folder, "a", "second");
    write_one(scene, folder, "b", "second");
    put(scene, "b", "mine");
    assert_refused(folder_commit(folder), foreign);
    folder_close(&folder);
    assert_out(scene, ".attnviz a b");
    assert_holds(scene, "a", "first");
    assert_string_equal(scene_read(scene, path_of(scene, "b")).data, "mine");
}

/* A sentence may be as long as it likes before the first step's heading; where the file is read in
   pieces, the heading lies in two. */
TEST(a_mark_is_found_behind_a_long_text)
{
    static char text[200000];
    for (size_t before = (1 << 16) - 6; before <= (1 << 16) + 1; before++) {
        memset(text, 'x', sizeof text);
        strcpy(text + before + (before % 2 << 16), " × 7\n");
        Folder *folder = open_out(scene);
        fputs(text, folder_begin(folder, "trace.txt"));
        folder_end(folder);
        folder_commit(folder);
        folder_close(&folder);
        assert_out(scene, ".attnviz trace.txt");
    }
    run(scene, "a", "the next run knows it");
    assert_out(scene, ".attnviz a");
}

TEST(a_mark_must_be_near_the_beginning_where_it_always_is)
{
    static char text[70000];
    memset(text, 'x', sizeof text - 1);
    strcpy(text + 65, "\\");
    Folder *folder = open_out(scene);
    fputs(text, folder_begin(folder, "01-a.csv"));
    assert_refused(folder_end(folder), "out/01-a.csv: Input/output error");
    folder_close(&folder);
}

/* ---- Trouble ---- */

TEST(a_second_run_at_the_same_time_fails)
{
    Folder *folder = open_out(scene);
    write_one(scene, folder, "a", "first");
    assert_refused(run(scene, "a", "second"), "out: another run is writing into this folder");
    folder_commit(folder);
    folder_close(&folder);
    assert_holds(scene, "a", "first");
    run(scene, "a", "second");
}

static void run_without_privileges(Scene *scene, const char *path)
{
    WITHOUT_PRIVILEGES;
    run_in(scene, path, "a", "");
}

TEST(says_that_a_folder_may_not_be_written)
{
    mkdir("out", 0777);
    assert_int_equal(chmod("out", 0555), 0);
    assert_int_equal(chmod(".", 0555), 0);
    assert_refused(run_without_privileges(scene, "out"), "out/01-a.csv: Permission denied");
    assert_refused(run_without_privileges(scene, "new/x"), "new/x: Permission denied");
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(chmod("out", 0755), 0);
    assert_string_equal(scene_list(scene, "."), "out");
    assert_out(scene, "");
}

static void write_much(Scene *scene)
{
    FILES_WITHIN(5000);
    ENDED_BY(folder_close) Folder *folder = open_out(scene);
    FILE *file = folder_begin(folder, "01-a.csv");
    for (int i = 0; i < 100000; i++)
        fputs("0123456789", file);
    folder_end(folder);
}

static void write_a_long_list(Scene *scene)
{
    FILES_WITHIN(20);
    run(scene, "a", "second");
}

TEST(a_disk_that_fills_up_fails_the_file)
{
    run(scene, "a", "first");
    assert_refused(write_much(scene), "out/01-a.csv: File too large");
    assert_out(scene, ".attnviz a");
    assert_holds(scene, "a", "first");
}

TEST(a_disk_that_fills_up_at_the_commit_changes_nothing)
{
    run(scene, "a b", "first");
    assert_refused(write_a_long_list(scene), "out/.attnviz: File too large");
    assert_out(scene, ".attnviz a b");
    assert_holds(scene, "a", "first");
    run(scene, "a", "third");
    assert_out(scene, ".attnviz a");
}

static int interrupt_a_run(Scene *scene)
{
    interrupt_install();
    Folder *folder = folder_open(scene->arena, "new/out", format_files);
    fputs("half\\", folder_begin(folder, "01-a.csv"));
    raise(SIGINT);
    return 0;
}

static int interrupt_before_the_commit(Scene *scene)
{
    interrupt_install();
    Folder *folder = folder_open(scene->arena, "new/out", format_files);
    write_one(scene, folder, "a", "");
    raise(SIGTERM);
    return 0;
}

TEST(an_interrupted_run_leaves_nothing)
{
    assert_int_equal(WTERMSIG(run_apart(interrupt_a_run, scene)), SIGINT);
    assert_string_equal(scene_list(scene, "."), "");
    assert_int_equal(WTERMSIG(run_apart(interrupt_before_the_commit, scene)), SIGTERM);
    assert_string_equal(scene_list(scene, "."), "");
}

static int die_in_the_middle(Scene *scene)
{
    Folder *folder = open_out(scene);
    write_one(scene, folder, "b", "");
    fputs("half", folder_begin(folder, "01-c.csv"));
    raise(SIGKILL);
    return 0;
}

TEST(the_next_run_removes_what_a_killed_one_left)
{
    run(scene, "a", "first");
    put(scene, ".attnviz-notes", "mine");
    put(scene, ".attnviz-1-2.tmp.keep", "mine");
    put(scene, ".attnviz-1-x.tmp", "mine");
    put(scene, ".attnviz-123456789012345678901234567890-0.tmp", "");
    assert_true(WIFSIGNALED(run_apart(die_in_the_middle, scene)));
    assert_lacks(scene_list(scene, "out"), "-b"); /* under temporary names only */
    run(scene, "a", "second");
    assert_out(scene, ".attnviz .attnviz-1-2.tmp.keep .attnviz-1-x.tmp .attnviz-notes a");
}

static int run_to_death(Scene *scene)
{
    trouble = DIE;
    run(scene, "b c d", "second");
    return 0;
}

/* The folder is attnviz's throughout: the next run finds every file of either its own. */
TEST(a_commit_killed_at_any_step_is_put_right)
{
    int deaths = 0;
    for (int status = -1; status != 0; deaths++) {
        run(scene, "a b c", "first");
        put(scene, "notes", "mine");
        calls_left = deaths;
        no_links = deaths % 2;
        status = run_apart(run_to_death, scene);
        no_links = false;
        assert_true(WIFEXITED(status));
        assert_true(WEXITSTATUS(status) == 99 || status == 0);
        run(scene, "b d e", "third");
        assert_out(scene, ".attnviz b d e notes");
        assert_holds(scene, "b", "third");
    }
    /* Setting aside, placing, removing; then the run that survived. */
    assert_true(deaths > 12);
}

/* All of the folder: names and bytes. */
static const char *snapshot(Scene *scene)
{
    static const char *const names[] = {".attnviz", "a", "b", "c", "notes"};
    Text all = text_new(scene->arena);
    text_add(&all, scene_list(scene, "out"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (access(path_of(scene, names[i]), F_OK) == 0)
            text_format(&all, "\n%s", scene_read(scene, path_of(scene, names[i])).data);
    return all.data;
}

TEST(a_commit_that_fails_at_any_step_changes_nothing)
{
    static const char *const at_fault[] = {".attnviz", "b", "c", "d", "d", "a", ".attnviz"};
    run(scene, "a b c", "first");
    put(scene, "notes", "mine");
    const char *before = snapshot(scene);
    for (int i = 0; i < 7; i++) {
        calls_left = i;
        trouble = FAIL;
        const char *message =
            arena_format(scene->arena, "out/%s: Input/output error", expanded(scene, at_fault[i]));
        assert_refused(run(scene, "b c d", "second"), message);
        assert_string_equal(snapshot(scene), before);
    }
    run(scene, "b d e", "third");
    assert_out(scene, ".attnviz b d e notes");
}

TEST(a_commit_that_fails_without_links_changes_nothing)
{
    run(scene, "a b c", "first");
    const char *before = snapshot(scene);
    no_links = true;
    for (int i = 0; i < 9; i++) {
        calls_left = i;
        trouble = FAIL;
        assert_failing(run(scene, "b c d", "second"));
        assert_string_equal(snapshot(scene), before);
    }
    run(scene, "b c d", "second");
    no_links = false;
}

TEST(a_commit_that_fails_in_a_new_folder_leaves_none)
{
    for (int i = 0; i < 3; i++) {
        calls_left = i;
        trouble = FAIL;
        assert_failing(run_in(scene, "new/out", "a", ""));
        assert_string_equal(scene_list(scene, "."), "");
    }
}

/* ---- Our own mistakes ---- */

TEST(a_name_that_is_none_or_of_others_is_a_bug)
{
    Folder *folder = open_out(scene);
    assert_aborts(folder_begin(folder, "../01-a.csv"));
    assert_aborts(folder_begin(folder, "notes.txt"));
}

TEST_ABORTS(to_begin_twice_is_a_bug)
{
    Folder *folder = open_out(scene);
    folder_begin(folder, "01-a.csv");
    folder_begin(folder, "01-b.csv");
}

TEST_ABORTS(to_write_one_name_twice_is_a_bug)
{
    Folder *folder = open_out(scene);
    write_one(scene, folder, "a", "1");
    write_one(scene, folder, "a", "2");
    folder_commit(folder);
}

/* ---- Runs in a list ---- */

typedef struct Looked {
    Scene *scene;
    bool judged, ok; /* of the latest run */
} Looked;

static void settle(Looked *l)
{
    if (!l->judged && !l->ok)
        fail_msg("%s", l->scene->error.message);
    l->judged = true;
}

static void runs_in(Looked *l, const char *path, const char *text)
{
    settle(l);
    const char *names = first_word(l->scene, &text);
    l->ok = is_done(l->scene, run_in(l->scene, path, names, text));
    l->judged = false;
}

static void is_refused(Looked *l, const char *path, const char *text)
{
    const char *message = *text ? arena_format(l->scene->arena, "%s %s", path, text) : path;
    check_failure(l->ok, &l->scene->error, EXIT_FAILURE, message, __FILE__, __LINE__);
    l->judged = true;
}

static void is_put(Looked *l, const char *path, const char *text)
{
    scene_write(l->scene, path, text);
}

static void is_made(Looked *l, const char *path, const char *text)
{
    (void)l, (void)text;
    assert_int_equal(mkdir(path, 0777), 0);
}

static void is_removed(Looked *l, const char *path, const char *text)
{
    (void)l, (void)text;
    assert_int_equal(remove(path), 0);
}

static void is_linked(Looked *l, const char *path, const char *target)
{
    (void)l;
    assert_int_equal(symlink(target, path), 0);
}

static void is_a_pipe(Looked *l, const char *path, const char *text)
{
    (void)l, (void)text;
    assert_int_equal(mkfifo(path, 0666), 0);
}

static void is_stretched(Looked *l, const char *path, const char *size)
{
    (void)l;
    assert_int_equal(truncate(path, atol(size)), 0);
}

static void has_names(Looked *l, const char *path, const char *names)
{
    assert_lists(l->scene, path, names);
}

static void has_bytes(Looked *l, const char *path, const char *text)
{
    assert_string_equal(scene_read(l->scene, path).data, text);
}

static const struct {
    const char *word;
    void (*heed)(Looked *l, const char *path, const char *text);
} words[] = {
    {"run", runs_in},       {"refused", is_refused}, {"write", is_put},   {"mkdir", is_made},
    {"remove", is_removed}, {"link", is_linked},     {"pipe", is_a_pipe}, {"size", is_stretched},
    {"folder", has_names},  {"file", has_bytes},
};

/* A statement has a path behind its word, a run then the names of its files. What is said behind a
   run is said of it; one that is not refused succeeds. */
static void check_folders(Scene *scene, Bytes lines)
{
    Looked l = {.scene = scene, .judged = true};
    const char *word;
    Text text;
    while (take_statement(scene, &lines, &word, &text)) {
        const char *rest = text.data, *path = first_word(scene, &rest);
        size_t i = 0;
        while (strcmp(words[i].word, word) != 0)
            assert_true(++i < sizeof words / sizeof *words);
        if (words[i].heed != is_refused)
            settle(&l);
        words[i].heed(&l, path, rest);
    }
    settle(&l);
}

int main(void)
{
    return run_all_tests() + run_transcripts("base/folders.list", check_folders);
}
