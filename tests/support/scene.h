/* Where a test happens: an arena, an error to be filled, and an empty folder of its own as the
 * working folder, gone afterwards. A test file is a list of tests, which run in this order:
 *
 *     TEST(reads_a_file)
 *     {
 *         scene_write(scene, "a.txt", "text");
 *         Bytes bytes = file_read(scene->arena, "a.txt", 10);
 *         assert_refused(file_read(scene->arena, "b.txt", 10), "b.txt: No such file or directory");
 *     }
 */
#pragma once

#include "base/attempt.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* gcc warns of variables around is_done, although nothing changes them in it. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wclobbered"
#endif

typedef struct Scene {
    Arena *arena;
    Error error;
    char folder[64];
    struct Ending *endings; /* the last one first */
    const void *given;      /* what the test has as its initial_state */
    int complaints;
} Scene;

/* A test of a file, which `main` finds by itself. */
typedef struct Test {
    const char *name;
    void (*body)(Scene *scene);
    struct Test *next;
} Test;

void test_add(Test *test);

/* Begins a test: what follows is its body, and what happens in it, `scene`. */
#define TEST(name)                                                                                 \
    static void name(Scene *scene);                                                                \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        static Test test = {#name, name, NULL};                                                    \
        test_add(&test);                                                                           \
    }                                                                                              \
    static void name(__attribute__((unused)) Scene *scene)

/* Begins a test of something that is made from the scene, and in which it has a name. */
#define TEST_OF(test, type, name, made)                                                            \
    static void test##_of(Scene *scene, type name);                                                \
    TEST(test)                                                                                     \
    {                                                                                              \
        test##_of(scene, made);                                                                    \
    }                                                                                              \
    static void test##_of(__attribute__((unused)) Scene *scene, __attribute__((unused)) type name)
#define TEST_OF_GRAPH(test) TEST_OF(test, Graph *, g, graph_new(scene->arena))
#define TEST_OF_NAMES(test) TEST_OF(test, Graph *, g, named_graph(scene))
#define TEST_OF_DRAWING(test) TEST_OF(test, Studio *, studio, studio_open(scene))

/* Something to be seen to when the test is over. */
void scene_at_end(Scene *scene, void (*end)(void *what), void *what);

/* Runs all tests of the file, each in a scene of its own; how many failed. For a file with a `main`
   of its own. */
int run_all_tests(void);

/* Runs an array of tests, each in a scene of its own, which is its *state. */
int run_tests_in_scenes(const struct CMUnitTest *tests, size_t count);

void scene_write(Scene *scene, const char *path, const char *text);
void scene_write_bytes(Scene *scene, const char *path, const void *bytes, size_t size);
Bytes scene_read(Scene *scene, const char *path);

/* That two files have the same bytes. */
void check_same_file(Scene *scene, const char *a, const char *b);

/* The names in a folder, sorted, with a space between: ".attnviz a.csv b.csv". */
const char *scene_list(Scene *scene, const char *path);

/* Both hold to the end of the block: the user is not root; no file of this process may grow beyond
   so many bytes, as on a full disk. */
#define WITHOUT_PRIVILEGES ENDED_BY(user_become) uid_t user_before = user_become_nobody()
#define FILES_WITHIN(size) ENDED_BY(files_limit) struct rlimit limit_before = files_limit_to(size)
uid_t user_become_nobody(void);
void user_become(const uid_t *user);
struct rlimit files_limit_to(rlim_t size);
void files_limit(const struct rlimit *limit);

/* A text so many times. */
char *repeated(Scene *scene, const char *part, int count);

/* Words of a line: between blanks, or all between two quotes of a kind (' or ", or \1, which nobody
   types). NULL behind the last. */
char **words_of_line(Scene *scene, const char *line, int *count);

/* What a run printed, without the lines in which a long one tells how far it is where standard
   error is no terminal: on a slow machine more of them are long. */
const char *without_progress(Scene *scene, const char *printed);

/* Whether the statement is done; else what it failed with is scene->error. (What fails elsewhere in
   a test fails the test.) The function that asks has nothing to end (ENDED_BY): a failure would end
   it, too. */
#define is_done(scene, ...)                                                                        \
    __extension__({                                                                                \
        Attempt own_attempt;                                                                       \
        attempt_begin(&own_attempt, __builtin_frame_address(0), &(scene)->error);                  \
        bool own_done = setjmp(own_attempt.start) == 0;                                            \
        if (own_done) {                                                                            \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        attempt_end(&own_attempt);                                                                 \
        own_done;                                                                                  \
    })

/* That a call fails with this exit code and exactly this message. */
#define assert_fails(call, scene, exit_code, message)                                              \
    check_failure(is_done(scene, call), &(scene)->error, (exit_code), (message), __FILE__, __LINE__)

/* The same in a test, of what is wrong with what is asked for, and with how; or with anything. */
#define assert_refused(call, message) assert_fails(call, scene, EXIT_FAILURE, message)
#define assert_misused(call, message) assert_fails(call, scene, EXIT_USAGE, message)
#define assert_failing(call) assert_false(is_done(scene, call))

/* That a text has another in it, or not. */
#define assert_has(text, part) check_has((text), (part), true, __FILE__, __LINE__)
#define assert_lacks(text, part) check_has((text), (part), false, __FILE__, __LINE__)

/* That a text is this one; for NULL, that there is none. */
void assert_text(const char *text, const char *expected);

/* Says what is wrong and goes on; the test fails when it has said all. */
void scene_complain(Scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails with a message where something is so. */
#define fail_if(condition, ...)                                                                    \
    do {                                                                                           \
        if (condition)                                                                             \
            fail_msg(__VA_ARGS__);                                                                 \
    } while (0)

void check_has(const char *text, const char *part, bool has, const char *file, int line);
void check_failure(bool ok, const Error *error, int exit_code, const char *message,
                   const char *file, int line);

/* Runs `body` in a process of its own and returns how that ended, as waitpid tells. What it
   returns is its exit status; a failure ends it as it ends the program; cmocka's assertions do not
   reach out of it. */
int run_apart(int (*body)(Scene *), Scene *scene);

/* Such a process, which says nothing on stderr: 0 in it. Fails unless it was ended by abort. */
int begin_apart(void);
void check_aborted(int process);

/* That a statement meets a bug of our own, at which CHECK aborts; in a process of its own. */
#define assert_aborts(statement)                                                                   \
    do {                                                                                           \
        int process = begin_apart();                                                               \
        if (process == 0) {                                                                        \
            statement;                                                                             \
            _exit(EXIT_SUCCESS);                                                                   \
        }                                                                                          \
        check_aborted(process);                                                                    \
    } while (0)
#define check_aborts(body, scene) assert_aborts(body(scene))

/* A test whose body does. */
#define TEST_ABORTS(name)                                                                          \
    static void name##_at_last(Scene *scene);                                                      \
    TEST(name)                                                                                     \
    {                                                                                              \
        assert_aborts(name##_at_last(scene));                                                      \
    }                                                                                              \
    static void name##_at_last(__attribute__((unused)) Scene *scene)
