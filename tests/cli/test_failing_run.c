/* Runs that the world stops in the middle: what they leave behind, and what the next one finds. */
#include "support/program.h"

#include <sys/file.h>

/* All names and bytes of a folder in one string, to be compared. */
static const char *contents(Scene *scene, const char *folder)
{
    const char *names = scene_list(scene, folder), *all = names;
    while (*names) {
        int length = (int)strcspn(names, " ");
        Bytes file =
            scene_read(scene, arena_format(scene->arena, "%s/%.*s", folder, length, names));
        uint64_t hash = 14695981039346656037u; /* FNV-1a */
        for (size_t i = 0; i < file.size; i++)
            hash = (hash ^ (unsigned char)file.data[i]) * 1099511628211u;
        all = arena_format(scene->arena, "%s %llx", all, (unsigned long long)hash);
        names += length + (names[length] == ' ');
    }
    return all;
}

/* ---- a full disk ---- */

/* The program where no file can grow beyond `most` bytes: its write fails in the middle, as on a
   full disk. */
static Run run_where_files_end_at(Scene *scene, rlim_t most)
{
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){most, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    Run run = attnviz(scene, "-s 'He hit the ball with the bat' -o out -f csv,json");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    return run;
}

TEST(a_disk_that_fills_up_leaves_nothing_behind)
{
    check_refused(run_where_files_end_at(scene, 1000), EXIT_FAILURE,
                  "out/01-embeddings.csv: File too large");
    assert_string_equal(scene_list(scene, "."), "");
    check_refused(run_where_files_end_at(scene, 60000), EXIT_FAILURE,
                  "out/trace.json: File too large");
    assert_string_equal(scene_list(scene, "."), "");
}

TEST(a_disk_that_fills_up_leaves_the_files_of_the_run_before)
{
    check_success(attnviz(scene, "-s 'a b' -o out -f csv,json -q"));
    const char *before = contents(scene, "out");
    check_refused(run_where_files_end_at(scene, 60000), EXIT_FAILURE,
                  "out/trace.json: File too large");
    assert_string_equal(contents(scene, "out"), before);
}

/* ---- a killed run ---- */

/* Starts a run of seconds and kills it when it has begun to write. */
static void kill_in_the_middle(Scene *scene)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    pid_t process = program_start(
        scene, "-s 'He hit the ball with the bat' -w random -d 3072 -o out -f csv,json");
    bool begun = false;
    for (int i = 0; i < 60000 && !begun; i++) {
        nanosleep(&moment, NULL);
        begun = strstr(scene_list(scene, "out"), ".attnviz-") != NULL;
    }
    assert_int_equal(kill(process, SIGKILL), 0);
    assert_int_equal(program_wait(process), -SIGKILL);
    assert_true(begun);
}

TEST(what_a_killed_run_left_the_next_one_clears)
{
    check_success(attnviz(scene, "-s 'a b' -o out -f csv -q"));
    kill_in_the_middle(scene);
    assert_has(scene_list(scene, "out"), ".attnviz-");
    check_success(attnviz(scene, "-s 'a b' -o out -f json -q"));
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
}

/* ---- other hands in the folder ---- */

TEST(a_folder_that_another_run_holds_is_left_alone)
{
    assert_int_equal(mkdir("out", 0755), 0);
    int folder = open("out", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(flock(folder, LOCK_EX), 0);
    Run run = attnviz(scene, "-s 'a b' -o out");
    close(folder);
    check_refused(run, EXIT_FAILURE, "out: another run is writing into this folder");
    assert_string_equal(scene_list(scene, "out"), "");
}

TEST(a_file_changed_since_is_neither_overwritten_nor_removed)
{
    check_success(attnviz(scene, "-s 'a b' -o out -f text,csv -q"));
    scene_write(scene, "out/trace.txt", "with my notes");
    const char *before = contents(scene, "out");
    check_refused(attnviz(scene, "-s 'a b' -o out -f text"), EXIT_FAILURE,
                  "out/trace.txt: not written by attnviz, or changed since; move it "
                  "away or choose another folder");
    assert_string_equal(contents(scene, "out"), before);
    check_success(attnviz(scene, "-s 'a b' -o out -f json -q"));
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json trace.txt");
    assert_string_equal(scene_read(scene, "out/trace.txt").data, "with my notes");
}

TEST(files_of_every_format_are_known_again)
{
    const char *const line = "-s 'a b' -o out -f text,png,csv,npy,json --full -q";
    check_success(attnviz(scene, "%s", line));
    const char *before = contents(scene, "out");
    check_success(attnviz(scene, "%s", line));
    assert_string_equal(contents(scene, "out"), before);
    check_success(attnviz(scene, "-s 'a b' -o out -f json -q"));
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
}
