#include "base/folder.h"

#include "base/interrupt.h"
#include "support/scene.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Trouble on demand ----
 *
 * This program's own renameat and unlinkat stand in for the C library's. Each call that changes
 * the folder counts down; at zero the process ends there and then, or the call fails. */

typedef enum { NO_TROUBLE, DIE, FAIL } Trouble;

static Trouble trouble;
static int calls_left;

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
    return strikes_now() ? -1 : (int)syscall(SYS_unlinkat, folder, name, flags);
}

/* ---- Runs ---- */

static bool write_one(Folder *folder, const char *name, const char *text, Error *error)
{
    FILE *file = folder_begin(folder, name, error);
    if (!file)
        return false;
    fputs(text, file);
    return folder_end(folder, error);
}

/* A whole run: files of these names (a space between), each holding its name and `text`. */
static bool run(Scene *scene, const char *path, const char *names, const char *text)
{
    Folder *folder = folder_open(scene->arena, path, &scene->error);
    bool ok = folder;
    while (ok && *names) {
        size_t length = strcspn(names, " ");
        const char *name = arena_strndup(scene->arena, names, length);
        ok =
            write_one(folder, name, arena_format(scene->arena, "%s %s", name, text), &scene->error);
        names += length + (names[length] == ' ');
    }
    ok = ok && folder_commit(folder, &scene->error);
    folder_abandon(folder);
    return ok;
}

static void assert_run(Scene *scene, const char *names, const char *text)
{
    if (!run(scene, "out", names, text))
        fail_msg("%s", scene->error.message);
}

static void assert_holds(Scene *scene, const char *path, const char *text)
{
    assert_string_equal(scene_read(scene, path).data, text);
}

static void assert_lists(Scene *scene, const char *path, const char *names)
{
    assert_string_equal(scene_list(scene, path), names);
}

/* ---- What a run leaves ---- */

static void a_run_leaves_its_files_and_their_list(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "b a", "first");
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "out/a", "a first");
    const char *list = scene_read(scene, "out/.attnviz").data;
    assert_non_null(strstr(list, "7 "));
    assert_true(strstr(list, " a\n") < strstr(list, " b\n"));
}

static void nothing_is_there_before_the_commit(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a", "first");
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_non_null(folder);
    assert_true(write_one(folder, "a", "second", &scene->error));
    assert_true(write_one(folder, "b", "second", &scene->error));
    assert_holds(scene, "out/a", "a first");
    assert_int_equal(access("out/b", F_OK), -1);
    assert_true(folder_commit(folder, &scene->error));
    assert_holds(scene, "out/a", "second");
    folder_abandon(folder);
    assert_lists(scene, "out", ".attnviz a b");
}

static void a_second_run_leaves_exactly_its_own_files(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b c", "first");
    scene_write(scene, "out/notes", "mine");
    assert_run(scene, "b d", "second");
    assert_lists(scene, "out", ".attnviz b d notes");
    assert_holds(scene, "out/b", "b second");
    assert_run(scene, "", "third");
    assert_lists(scene, "out", ".attnviz notes");
}

static void the_same_run_gives_the_same_list(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b", "text");
    const char *list = scene_read(scene, "out/.attnviz").data;
    assert_run(scene, "b a", "text");
    assert_holds(scene, "out/.attnviz", list);
}

static void names_come_in_the_order_of_writing(void **state)
{
    Scene *scene = *state;
    int count;
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_true(write_one(folder, "z", "", &scene->error));
    assert_true(write_one(folder, "a", "", &scene->error));
    const char *const *names = folder_names(folder, &count);
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "z");
    assert_string_equal(names[1], "a");
    folder_abandon(folder);
}

static void binary_and_large_files_arrive_whole(void **state)
{
    Scene *scene = *state;
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    FILE *file = folder_begin(folder, "big", &scene->error);
    for (int i = 0; i < 300000; i++)
        fputc(i * 7, file);
    assert_true(folder_end(folder, &scene->error) && folder_commit(folder, &scene->error));
    folder_abandon(folder);
    Bytes bytes = scene_read(scene, "out/big");
    assert_int_equal(bytes.size, 300000);
    for (int i = 0; i < 300000; i++)
        assert_int_equal((unsigned char)bytes.data[i], (unsigned char)(i * 7));
    assert_run(scene, "big", "small again");
    assert_holds(scene, "out/big", "big small again");
}

static void missing_parents_are_made(void **state)
{
    Scene *scene = *state;
    static const char *const paths[] = {"a/b/c", "d/e/", "f//g", "./h", "i/../j", "a/b/c/d"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_true(run(scene, paths[i], "x", ""));
        assert_lists(scene, paths[i], ".attnviz x");
        unlink(arena_format(scene->arena, "%s/x", paths[i]));
        unlink(arena_format(scene->arena, "%s/.attnviz", paths[i]));
    }
    assert_true(run(scene, ".", "x", ""));
    assert_lists(scene, ".", ".attnviz a d f h i j x");
}

static void files_get_the_permissions_of_the_user(void **state)
{
    Scene *scene = *state;
    struct stat status;
    mode_t before = umask(027);
    assert_run(scene, "a", "");
    umask(before);
    assert_int_equal(stat("out/a", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(stat("out", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0750);
}

/* ---- Giving up ---- */

static void an_abandoned_run_leaves_the_folder_as_it_was(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b", "first");
    const char *list = scene_read(scene, "out/.attnviz").data;
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_true(write_one(folder, "b", "second", &scene->error));
    assert_non_null(folder_begin(folder, "c", &scene->error)); /* in the middle of a file */
    folder_abandon(folder);
    folder_abandon(folder);
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "out/b", "b first");
    assert_holds(scene, "out/.attnviz", list);
}

static void an_abandoned_run_removes_the_folders_it_made(void **state)
{
    Scene *scene = *state;
    mkdir("a", 0777);
    Folder *folder = folder_open(scene->arena, "a/b/c", &scene->error);
    assert_true(write_one(folder, "x", "", &scene->error));
    folder_abandon(folder);
    assert_lists(scene, ".", "a");
    assert_lists(scene, "a", "");
}

static void a_folder_that_somebody_uses_meanwhile_stays(void **state)
{
    Scene *scene = *state;
    Folder *folder = folder_open(scene->arena, "a/b", &scene->error);
    scene_write(scene, "a/theirs", "");
    folder_abandon(folder);
    assert_lists(scene, "a", "theirs");
}

static void abandoning_nothing_is_allowed(void **state)
{
    (void)state;
    folder_abandon(NULL);
}

static void abandoning_after_the_commit_changes_nothing(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a", "first"); /* abandons once more than it commits */
    assert_lists(scene, "out", ".attnviz a");
}

/* ---- Files of others ---- */

static const char *const foreign =
    "out/b: not written by attnviz, or changed since; move it away or choose another folder";

static void a_file_of_the_user_is_never_overwritten(void **state)
{
    Scene *scene = *state;
    mkdir("out", 0777);
    scene_write(scene, "out/b", "mine");
    assert_fails(run(scene, "out", "a b", ""), scene, EXIT_FAILURE, foreign);
    assert_lists(scene, "out", "b");
    assert_holds(scene, "out/b", "mine");
}

static void a_file_changed_since_belongs_to_the_user(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b", "first");
    scene_write(scene, "out/b", "b First"); /* the same size */
    assert_fails(run(scene, "out", "a b", ""), scene, EXIT_FAILURE, foreign);
    assert_run(scene, "a", "second"); /* does not remove it either */
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "out/b", "b First");
    assert_run(scene, "a", "third");
    assert_fails(run(scene, "out", "b", ""), scene, EXIT_FAILURE, foreign);
}

static void a_file_that_turns_up_before_the_commit_stops_it(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a", "first");
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_true(write_one(folder, "a", "second", &scene->error));
    assert_true(write_one(folder, "b", "second", &scene->error));
    scene_write(scene, "out/b", "mine");
    assert_fails(folder_commit(folder, &scene->error), scene, EXIT_FAILURE, foreign);
    folder_abandon(folder);
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "out/a", "a first");
    assert_holds(scene, "out/b", "mine");
}

static void a_removed_file_is_written_again(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b", "first");
    unlink("out/b");
    assert_run(scene, "b c", "second");
    assert_lists(scene, "out", ".attnviz b c");
}

static void nothing_is_written_through_a_symbolic_link(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "b", "first");
    scene_write(scene, "target", "b first"); /* what the list says of b */
    unlink("out/b");
    assert_int_equal(symlink("../target", "out/b"), 0);
    assert_fails(run(scene, "out", "b", "second"), scene, EXIT_FAILURE, foreign);
    assert_run(scene, "a", "second");
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "target", "b first");
}

static void a_folder_or_pipe_in_the_way_is_an_error(void **state)
{
    Scene *scene = *state;
    mkdir("out", 0777);
    mkdir("out/b", 0777);
    assert_fails(run(scene, "out", "b", ""), scene, EXIT_FAILURE, foreign);
    rmdir("out/b");
    assert_int_equal(mkfifo("out/b", 0666), 0);
    assert_fails(run(scene, "out", "b", ""), scene, EXIT_FAILURE, foreign);
    assert_lists(scene, "out", "b");
}

static void the_folder_itself_may_be_a_symbolic_link(void **state)
{
    Scene *scene = *state;
    mkdir("real", 0777);
    assert_int_equal(symlink("real", "out"), 0);
    assert_run(scene, "a", "");
    assert_lists(scene, "real", ".attnviz a");
}

/* ---- Lists of others ---- */

static const char *const not_a_list = "out/.attnviz: not attnviz's list of the files it wrote; "
                                      "move it away or choose another folder";

static void a_file_of_the_list_s_name_is_left_alone(void **state)
{
    Scene *scene = *state;
    mkdir("out", 0777);
    scene_write(scene, "out/.attnviz", "my own notes\n");
    assert_fails(run(scene, "out", "a", ""), scene, EXIT_FAILURE, not_a_list);
    assert_holds(scene, "out/.attnviz", "my own notes\n");
    unlink("out/.attnviz");
    assert_int_equal(symlink("/dev/null", "out/.attnviz"), 0);
    assert_fails(run(scene, "out", "a", ""), scene, EXIT_FAILURE, not_a_list);
    unlink("out/.attnviz");
    assert_int_equal(mkfifo("out/.attnviz", 0666), 0);
    assert_fails(run(scene, "out", "a", ""), scene, EXIT_FAILURE, not_a_list);
    unlink("out/.attnviz");
    mkdir("out/.attnviz", 0777);
    assert_fails(run(scene, "out", "a", ""), scene, EXIT_FAILURE, not_a_list);
    assert_lists(scene, "out", ".attnviz");
}

static void a_huge_list_is_not_read(void **state)
{
    Scene *scene = *state;
    mkdir("out", 0777);
    scene_write(scene, "out/.attnviz", "attnviz wrote these files: size, hash, name\n");
    assert_int_equal(truncate("out/.attnviz", (off_t)1 << 36), 0);
    assert_fails(run(scene, "out", "a", ""), scene, EXIT_FAILURE, not_a_list);
}

static void a_hostile_list_cannot_reach_out_of_the_folder(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "victim", "x first");
    assert_run(scene, "x", "first");
    /* The record of x, under names that lead elsewhere. */
    char *list = arena_strdup(scene->arena, scene_read(scene, "out/.attnviz").data);
    char *record = strchr(list, '\n') + 1;
    *strrchr(record, ' ') = '\0';
    scene_write(scene, "out/.attnviz",
                arena_format(scene->arena,
                             "attnviz wrote these files: size, hash, name\n%s ../victim\n"
                             "%s /%s/victim\n%s .\n%s x\n",
                             record, record, scene->folder, record, record));
    assert_run(scene, "a", "second");
    assert_lists(scene, "out", ".attnviz a");
    assert_holds(scene, "victim", "x first");
}

/* ---- Trouble ---- */

static void a_second_run_at_the_same_time_fails(void **state)
{
    Scene *scene = *state;
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_true(write_one(folder, "a", "first", &scene->error));
    assert_fails(run(scene, "out", "a", "second"), scene, EXIT_FAILURE,
                 "out: another run is writing into this folder");
    assert_true(folder_commit(folder, &scene->error));
    folder_abandon(folder);
    assert_holds(scene, "out/a", "first");
    assert_run(scene, "a", "second");
}

static void says_why_a_folder_cannot_be_made(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "file", "");
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_fails(run(scene, "", "a", ""), scene, EXIT_FAILURE, "the output folder's name is empty");
    assert_fails(run(scene, "file", "a", ""), scene, EXIT_FAILURE, "file: Not a directory");
    assert_fails(run(scene, "file/x/y", "a", ""), scene, EXIT_FAILURE, "file/x/y: Not a directory");
    assert_fails(run(scene, "dangling", "a", ""), scene, EXIT_FAILURE,
                 "dangling: No such file or directory");
    assert_fails(run(scene, "dangling/x", "a", ""), scene, EXIT_FAILURE,
                 "dangling/x: No such file or directory");
    assert_lists(scene, ".", "dangling file");
}

/* What `run` says when it may not write into the current folder. */
static bool run_without_privileges(Scene *scene, const char *path)
{
    uid_t user = geteuid();
    if (user == 0)
        assert_int_equal(seteuid(65534), 0);
    bool ok = run(scene, path, "a", "");
    assert_int_equal(seteuid(user), 0);
    return ok;
}

static void says_that_a_folder_may_not_be_written(void **state)
{
    Scene *scene = *state;
    mkdir("out", 0777);
    assert_int_equal(chmod("out", 0555), 0);
    assert_int_equal(chmod(".", 0555), 0);
    assert_fails(run_without_privileges(scene, "out"), scene, EXIT_FAILURE,
                 "out/a: Permission denied");
    assert_fails(run_without_privileges(scene, "new/x"), scene, EXIT_FAILURE,
                 "new/x: Permission denied");
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(chmod("out", 0755), 0);
    assert_lists(scene, ".", "out");
    assert_lists(scene, "out", "");
}

/* No file of this process may grow beyond `size` bytes: the disk is full. */
static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, SIG_IGN);
}

static void a_disk_that_fills_up_fails_the_file(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a", "first");
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    FILE *file = folder_begin(folder, "a", &scene->error);
    limit_files(5000);
    for (int i = 0; i < 100000; i++)
        fputs("0123456789", file);
    bool ended = folder_end(folder, &scene->error);
    folder_abandon(folder);
    limit_files(RLIM_INFINITY);
    assert_fails(ended, scene, EXIT_FAILURE, "out/a: File too large");
    assert_lists(scene, "out", ".attnviz a");
    assert_holds(scene, "out/a", "a first");
}

static void a_disk_that_fills_up_at_the_commit_changes_nothing(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a b", "first");
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    assert_true(write_one(folder, "a", "second", &scene->error));
    limit_files(20);
    bool committed = folder_commit(folder, &scene->error);
    folder_abandon(folder);
    limit_files(RLIM_INFINITY);
    assert_fails(committed, scene, EXIT_FAILURE, "out/.attnviz: File too large");
    assert_lists(scene, "out", ".attnviz a b");
    assert_holds(scene, "out/a", "a first");
    assert_run(scene, "a", "third");
    assert_lists(scene, "out", ".attnviz a");
}

static int interrupt_a_run(Scene *scene)
{
    interrupt_install();
    Folder *folder = folder_open(scene->arena, "new/out", &scene->error);
    FILE *file = folder ? folder_begin(folder, "a", &scene->error) : NULL;
    if (!file)
        return 1;
    raise(SIGINT);
    fputs("half", file);
    if (folder_end(folder, &scene->error) || strcmp(scene->error.message, "interrupted") != 0)
        return 2;
    folder_abandon(folder);
    return 0;
}

static int interrupt_before_the_commit(Scene *scene)
{
    interrupt_install();
    Folder *folder = folder_open(scene->arena, "new/out", &scene->error);
    if (!folder || !write_one(folder, "a", "", &scene->error))
        return 1;
    raise(SIGTERM);
    if (folder_commit(folder, &scene->error) || strcmp(scene->error.message, "interrupted") != 0)
        return 2;
    folder_abandon(folder);
    return 0;
}

static void an_interrupted_run_leaves_nothing(void **state)
{
    Scene *scene = *state;
    assert_int_equal(run_apart(interrupt_a_run, scene), 0);
    assert_lists(scene, ".", "");
    assert_int_equal(run_apart(interrupt_before_the_commit, scene), 0);
    assert_lists(scene, ".", "");
}

static int die_in_the_middle(Scene *scene)
{
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    write_one(folder, "b", "", &scene->error);
    fputs("half", folder_begin(folder, "c", &scene->error));
    raise(SIGKILL);
    return 0;
}

static void the_next_run_removes_what_a_killed_one_left(void **state)
{
    Scene *scene = *state;
    assert_run(scene, "a", "first");
    scene_write(scene, "out/.attnviz-notes", "mine");
    scene_write(scene, "out/.attnviz-1-2.tmp.keep", "mine");
    scene_write(scene, "out/.attnviz-1-x.tmp", "mine");
    scene_write(scene, "out/.attnviz-123456789012345678901234567890-0.tmp", "");
    assert_true(WIFSIGNALED(run_apart(die_in_the_middle, scene)));
    assert_null(strstr(scene_list(scene, "out"), " b")); /* under temporary names only */
    assert_run(scene, "a", "second");
    assert_lists(scene, "out", ".attnviz .attnviz-1-2.tmp.keep .attnviz-1-x.tmp .attnviz-notes a");
}

static int run_in_trouble(Scene *scene)
{
    trouble = DIE;
    return run(scene, "out", "b c d", "second") ? 0 : 1;
}

/* The folder is attnviz's throughout: the next run finds every file of either its own. */
static void a_commit_killed_at_any_step_is_put_right(void **state)
{
    Scene *scene = *state;
    int deaths = 0;
    for (int status = -1; status != 0; deaths++) {
        trouble = NO_TROUBLE;
        assert_run(scene, "a b c", "first");
        scene_write(scene, "out/notes", "mine");
        calls_left = deaths;
        status = run_apart(run_in_trouble, scene);
        assert_true(WIFEXITED(status));
        assert_true(WEXITSTATUS(status) == 99 || status == 0);
        const char *b = scene_read(scene, "out/b").data;
        assert_true(strcmp(b, "b first") == 0 || strcmp(b, "b second") == 0);
        assert_run(scene, "b d e", "third");
        assert_lists(scene, "out", ".attnviz b d e notes");
        assert_holds(scene, "out/b", "b third");
        assert_holds(scene, "out/notes", "mine");
    }
    /* Three files and two lists placed, one file removed; then the run that survived. */
    assert_int_equal(deaths, 7);
}

static void a_commit_that_fails_at_any_step_says_so_and_is_put_right(void **state)
{
    static const char *const at_fault[] = {".attnviz", "b", "c", "d", "a", ".attnviz"};
    Scene *scene = *state;
    for (int i = 0; i < 6; i++) {
        assert_run(scene, "a b c", "first");
        calls_left = i;
        trouble = FAIL;
        assert_fails(run(scene, "out", "b c d", "second"), scene, EXIT_FAILURE,
                     arena_format(scene->arena, "out/%s: Input/output error", at_fault[i]));
        assert_null(strstr(scene_list(scene, "out"), ".tmp"));
        assert_run(scene, "b d e", "third");
        assert_lists(scene, "out", ".attnviz b d e");
    }
}

/* ---- Our own mistakes ---- */

static int begin_badly(Scene *scene)
{
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    freopen("/dev/null", "w", stderr);
    folder_begin(folder, arena_format(scene->arena, "%s/evil", ".."), &scene->error);
    return 0;
}

static int begin_twice(Scene *scene)
{
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    freopen("/dev/null", "w", stderr);
    folder_begin(folder, "a", &scene->error);
    folder_begin(folder, "b", &scene->error);
    return 0;
}

static int write_one_name_twice(Scene *scene)
{
    Folder *folder = folder_open(scene->arena, "out", &scene->error);
    freopen("/dev/null", "w", stderr);
    write_one(folder, "a", "1", &scene->error);
    write_one(folder, "a", "2", &scene->error);
    folder_commit(folder, &scene->error);
    return 0;
}

static void broken_promises_abort(void **state)
{
    static int (*const bodies[])(Scene *) = {begin_badly, begin_twice, write_one_name_twice};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        int status = run_apart(bodies[i], *state);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGABRT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_leaves_its_files_and_their_list),
        cmocka_unit_test(nothing_is_there_before_the_commit),
        cmocka_unit_test(a_second_run_leaves_exactly_its_own_files),
        cmocka_unit_test(the_same_run_gives_the_same_list),
        cmocka_unit_test(names_come_in_the_order_of_writing),
        cmocka_unit_test(binary_and_large_files_arrive_whole),
        cmocka_unit_test(missing_parents_are_made),
        cmocka_unit_test(files_get_the_permissions_of_the_user),
        cmocka_unit_test(an_abandoned_run_leaves_the_folder_as_it_was),
        cmocka_unit_test(an_abandoned_run_removes_the_folders_it_made),
        cmocka_unit_test(a_folder_that_somebody_uses_meanwhile_stays),
        cmocka_unit_test(abandoning_nothing_is_allowed),
        cmocka_unit_test(abandoning_after_the_commit_changes_nothing),
        cmocka_unit_test(a_file_of_the_user_is_never_overwritten),
        cmocka_unit_test(a_file_changed_since_belongs_to_the_user),
        cmocka_unit_test(a_file_that_turns_up_before_the_commit_stops_it),
        cmocka_unit_test(a_removed_file_is_written_again),
        cmocka_unit_test(nothing_is_written_through_a_symbolic_link),
        cmocka_unit_test(a_folder_or_pipe_in_the_way_is_an_error),
        cmocka_unit_test(the_folder_itself_may_be_a_symbolic_link),
        cmocka_unit_test(a_file_of_the_list_s_name_is_left_alone),
        cmocka_unit_test(a_huge_list_is_not_read),
        cmocka_unit_test(a_hostile_list_cannot_reach_out_of_the_folder),
        cmocka_unit_test(a_second_run_at_the_same_time_fails),
        cmocka_unit_test(says_why_a_folder_cannot_be_made),
        cmocka_unit_test(says_that_a_folder_may_not_be_written),
        cmocka_unit_test(a_disk_that_fills_up_fails_the_file),
        cmocka_unit_test(a_disk_that_fills_up_at_the_commit_changes_nothing),
        cmocka_unit_test(an_interrupted_run_leaves_nothing),
        cmocka_unit_test(the_next_run_removes_what_a_killed_one_left),
        cmocka_unit_test(a_commit_killed_at_any_step_is_put_right),
        cmocka_unit_test(a_commit_that_fails_at_any_step_says_so_and_is_put_right),
        cmocka_unit_test(broken_promises_abort),
    };
    return run_scenes(tests);
}
