/* Where a test happens: an arena, an error to be filled, and an empty folder of its own as the
 * working folder, gone afterwards. A test file is a list of tests, which run in this order:
 *
 *     TEST(reads_a_file)
 *     {
 *         scene_write(scene, "a.txt", "text");
 *         assert_true(file_read(scene->arena, "a.txt", 10, &bytes, &scene->error));
 *         assert_fails(file_read(scene->arena, "b.txt", 10, &bytes, &scene->error), scene,
 *                      EXIT_FAILURE, "b.txt: No such file or directory");
 *     }
 */
#pragma once

#include "base/base.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

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

/* Words of a line: between blanks, or all between two quotes of a kind (' or ", or \1, which nobody
   types). NULL behind the last. */
char **words_of_line(Scene *scene, const char *line, int *count);

/* That the call returned false with this exit code and exactly this message. */
#define assert_fails(ok, scene, exit_code, message)                                                \
    check_failure((ok), &(scene)->error, (exit_code), (message), __FILE__, __LINE__)

/* The same in a test, of what is wrong with what is asked for, and with how. */
#define assert_refused(ok, message) assert_fails(ok, scene, EXIT_FAILURE, message)
#define assert_misused(ok, message) assert_fails(ok, scene, EXIT_USAGE, message)

/* That the call returned true; else shows what it said. */
#define assert_succeeds(ok, scene) check_success_of((ok), &(scene)->error, __FILE__, __LINE__)

/* That a text has another in it, or not. */
#define assert_has(text, part) check_has((text), (part), true, __FILE__, __LINE__)
#define assert_lacks(text, part) check_has((text), (part), false, __FILE__, __LINE__)

/* Says what is wrong and goes on; the test fails when it has said all. */
void scene_complain(Scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails with a message where something is so. */
#define fail_if(condition, ...)                                                                    \
    do {                                                                                           \
        if (condition)                                                                             \
            fail_msg(__VA_ARGS__);                                                                 \
    } while (0)

void check_has(const char *text, const char *part, bool has, const char *file, int line);
void check_success_of(bool ok, const Error *error, const char *file, int line);
void check_failure(bool ok, const Error *error, int exit_code, const char *message,
                   const char *file, int line);

/* Runs `body` in a process of its own and returns how that ended, as waitpid tells. What it
   returns is its exit status; cmocka's assertions do not reach out of it. */
int run_apart(int (*body)(Scene *), Scene *scene);

/* A process of its own that says nothing on stderr: 0 in it. Fails unless it was ended by abort. */
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
