/* What a run leaves when nobody reads it any more, and when it is interrupted. */
#include "support/program.h"
#include "support/sample.h"

/* ---- outputs that fail ---- */

TEST(a_closed_pipe_ends_it_quietly_and_the_files_are_there)
{
    Surroundings closed = {.closed_pipe = true};
    Run run = attnviz_in(scene, closed, "-s 'He hit the ball with the bat' -f text -o out");
    assert_int_equal(run.status, -SIGPIPE);
    assert_string_equal(run.errors, "");
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.txt");
}

/* ---- memory ---- */

/* In 110 MB of address space, which AddressSanitizer would exceed by itself. */
static int ask_for_too_much(Scene *scene)
{
    static const char *const takes[][2] = {
        {"-n 3 -m causal:zero", "3 heads would take about 0.1"},
        {"-n 12 -m causal:after", "12 heads would take about 0.2"},
        {"-n 3 -m ./m.csv", "3 heads would take about 0.2"},
        {"-n 3 --weighting squared", "3 heads would take about 0.4"}};
    struct rlimit limit = {110 << 20, RLIM_INFINITY};
    const char *text = many_words(scene, 2100, 2);
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return 1;
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        Run run = attnviz(scene, "-w random %s -o out -s '%s'", takes[i][0], text);
        const char *told =
            arena_format(scene->arena, "attnviz: 2100 words by %s GB of memory", takes[i][1]);
        if (run.status != EXIT_FAILURE || !begins_with(run.errors, told))
            return 2;
    }
    return 0;
}

TEST(memory_that_does_not_suffice_is_known_before_the_work)
{
#ifdef ATTNVIZ_SANITIZE
    (void)ask_for_too_much;
#else
    assert_int_equal(WEXITSTATUS(run_apart(ask_for_too_much, scene)), 0);
    assert_string_equal(scene_list(scene, "."), "");
#endif
}

/* ---- pictures alone ---- */

/* Of scores that are not drawn by themselves nobody reads the sentence. */
TEST(what_a_sentence_measures_can_be_set_even_if_no_picture_shows_it)
{
    const char *text = many_words(scene, 600, 300);
    check_success(attnviz(scene, "-w random -n 1 -d 2 -f svg -q -o out -s '%s'", text));
    check_success(attnviz(scene,
                          "-w random -n 1 -d 2 -f svg -q -o set -s '%s' "
                          "--set head-1/scores/deviation=3",
                          text));
    assert_string_equal(scene_list(scene, "set"), ".attnviz 00-overview.svg");
}

/* ---- interruption ---- */

/* Waits until something happens in the folder, for some seconds at most. */
static bool changes(Scene *scene, const char *folder, const char *before)
{
    for (int i = 0; i < 3000; i++) {
        if (strcmp(scene_list(scene, folder), before) != 0)
            return true;
        usleep(5000);
    }
    return false;
}

/* Starts a run that takes a while, and sends a signal when it has begun to write. */
static void interrupt_in_the_middle(Scene *scene, int signal)
{
    const char *text = many_words(scene, 700, 701);
    const char *before = scene_list(scene, "out");
    pid_t process = program_start(
        scene, arena_format(scene->arena, "-f csv,npy,json,text -o out -s '%s'", text));
    bool begun = changes(scene, "out", before);
    usleep(50000);
    assert_int_equal(kill(process, signal), 0);
    assert_int_equal(program_wait(process), -signal);
    assert_true(begun);
}

/* Models that were not trained alike are not compared. */
TEST(an_interrupted_comparison_of_trainings_writes_nothing)
{
    pid_t process = program_start(scene, "compare-training --steps 1000000 --out out");
    usleep(300000);
    assert_int_equal(kill(process, SIGINT), 0);
    assert_int_equal(program_wait(process), -SIGINT);
    assert_string_equal(scene_list(scene, "."), "");
}

TEST(an_interrupted_run_leaves_the_files_of_the_one_before)
{
    check_success(attnviz(scene, "-s a -f json -o out"));
    const char *before = scene_read(scene, "out/trace.json").data;
    interrupt_in_the_middle(scene, SIGINT);
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
    assert_string_equal(scene_read(scene, "out/trace.json").data, before);
}

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The processor time that a process has used so far, which a busy machine does not lengthen. */
static double used_by(pid_t process)
{
    clockid_t clock;
    assert_int_equal(clock_getcpuclockid(process, &clock), 0);
    return now(clock);
}

/* The same of all that were waited for. */
static double used_by_ended(void)
{
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* What it took to end after a signal, at most. */
typedef struct Slowest {
    double used, passed; /* processor time and time */
} Slowest;

/* Every kind of command at several moments: in a matrix product, between sentences, in a picture,
   while a file is read or written, in a step of a training, which then writes what it has. */
static Slowest slowest_to_end(Scene *scene)
{
    static const char *const lines[] = {
#include "cli/cases/interrupted.list"
    };
    static const int moments[] = {5, 60, 300}; /* milliseconds */
    const char *words = many_words(scene, 1500, 1501);
    Slowest slowest = {0};
    Text vectors = text_new(scene->arena), corpus = text_new(scene->arena);
    for (int i = 0; i < 300000; i++)
        text_format(&vectors, "v%d 1 2 3 4 5 6 7 8\n", i);
    scene_write(scene, "vectors", vectors.data);
    for (int i = 0; i < 2000; i++)
        text_format(&corpus, "the cat sat on mat %d and the dog saw it %d.\n", i % 50, i % 7);
    scene_write(scene, "corpus", corpus.data);
    for (size_t i = 0; i < sizeof lines / sizeof *lines * 3; i++) {
        const char *line = lines[i / 3];
        const char *with = strstr(line, "-E")       ? "vectors"
                           : strstr(line, "corpus") ? "corpus"
                                                    : words;
        const char *place = strstr(line, "%s");
        if (place)
            line =
                arena_format(scene->arena, "%.*s%s%s", (int)(place - line), line, with, place + 2);
        const char *before = scene_list(scene, ".");
        double ended = used_by_ended();
        pid_t process = program_start(scene, line);
        usleep((useconds_t)moments[i % 3] * 1000);
        double sent = now(CLOCK_MONOTONIC), used = used_by(process);
        assert_int_equal(kill(process, SIGINT), 0);
        int status = program_wait(process);
        used = used_by_ended() - ended - used;
        if (getenv("SHOW_TIMES"))
            printf("%.40s, %d ms: %.1f ms, %d\n", line, moments[i % 3], 1e3 * used, status);
        slowest.used = fmax(slowest.used, used);
        slowest.passed = fmax(slowest.passed, now(CLOCK_MONOTONIC) - sent);
        const char *left = scene_list(scene, ".");
        assert_true(status == -SIGINT || status == 0); /* it may have been quicker, or nearly so */
        bool whole = strstr(left, "out") && strstr(scene_list(scene, "out"), ".attnviz");
        fail_if(status && strcmp(left, before) != 0 && !strstr(line, "train") && !whole,
                "%.60s, after %d ms: %s", line, moments[i % 3], left);
    }
    return slowest;
}

/* The slowest takes 70 ms of processor time (SHOW_TIMES=1); sanitizers take more. Nothing waits. */
TEST(a_signal_ends_every_command_at_once_at_any_moment)
{
    Slowest slowest = slowest_to_end(scene);
    if (getenv("SHOW_TIMES"))
        printf("%.1f ms, %.1f ms\n", 1e3 * slowest.used, 1e3 * slowest.passed);
    assert_true(slowest.used < 5);
    assert_true(slowest.passed < 100);
}
