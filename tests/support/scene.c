#define _XOPEN_SOURCE 700 /* nftw */

#include "support/scene.h"

#include <dirent.h>
#include <ftw.h>

/* The tests of the file, in their order. */
static Test *first_test, **last_test = &first_test;

void test_add(Test *test)
{
    *last_test = test;
    last_test = &test->next;
}

static int scene_begin(void **state)
{
    Scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return -1;
    scene->arena = arena_new();
    scene->given = *state;
    strcpy(scene->folder, "/tmp/attnviz-test-XXXXXX");
    *state = scene;
    /* Open to a test that lays its privileges down. */
    return mkdtemp(scene->folder) && chmod(scene->folder, 0755) == 0 ? chdir(scene->folder) : -1;
}

static void run_body(void **state)
{
    Scene *scene = *state;
    const Test *test = scene->given;
    if (!is_done(scene, test->body(scene)))
        fail_msg("%s", scene->error.message);
    assert_int_equal(scene->complaints, 0);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

typedef struct Ending {
    void (*end)(void *what);
    void *what;
    struct Ending *next;
} Ending;

void scene_at_end(Scene *scene, void (*end)(void *what), void *what)
{
    Ending *ending = arena_alloc(scene->arena, 1, sizeof *ending);
    *ending = (Ending){end, what, scene->endings};
    scene->endings = ending;
}

static int scene_end(void **state)
{
    Scene *scene = *state;
    for (const Ending *ending = scene->endings; ending; ending = ending->next)
        ending->end(ending->what);
    int failed = chdir("/") || nftw(scene->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    arena_free(scene->arena);
    free(scene);
    return failed;
}

int run_tests_in_scenes(const struct CMUnitTest *tests, size_t count)
{
    /* a shell may have started this in the background, where these are ignored */
    static const int signals[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    struct CMUnitTest *set = calloc(count, sizeof *set);
    if (!set)
        return -1;
    for (size_t i = 0; i < count; i++) {
        set[i] = tests[i];
        set[i].setup_func = scene_begin;
        set[i].teardown_func = scene_end;
    }
    int failures = _cmocka_run_group_tests("tests", set, count, NULL, NULL);
    free(set);
    return failures;
}

int run_all_tests(void)
{
    size_t count = 0, i = 0;
    for (const Test *test = first_test; test; test = test->next)
        count++;
    struct CMUnitTest *set = calloc(count, sizeof *set);
    assert_non_null(set);
    for (Test *test = first_test; test; test = test->next)
        set[i++] = (struct CMUnitTest){test->name, run_body, NULL, NULL, test};
    int failures = run_tests_in_scenes(set, count);
    free(set);
    return failures;
}

__attribute__((weak)) int main(void)
{
    return run_all_tests();
}

void scene_write_bytes(Scene *scene, const char *path, const void *bytes, size_t size)
{
    (void)scene;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void scene_write(Scene *scene, const char *path, const char *text)
{
    scene_write_bytes(scene, path, text, strlen(text));
}

Bytes scene_read(Scene *scene, const char *path)
{
    return file_read(scene->arena, path, (size_t)1 << 30);
}

void check_same_file(Scene *scene, const char *a, const char *b)
{
    Bytes one = scene_read(scene, a), other = scene_read(scene, b);
    fail_if(one.size != other.size || memcmp(one.data, other.data, one.size) != 0,
            "%s differs from %s", a, b);
}

static int is_a_name(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

const char *scene_list(Scene *scene, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_a_name, by_bytes);
    if (count < 0)
        return "no such folder";
    const char *list = "";
    for (int i = 0; i < count; i++) {
        list = arena_format(scene->arena, "%s%s%s", list, i ? " " : "", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return list;
}

uid_t user_become_nobody(void)
{
    uid_t user = geteuid();
    if (user == 0)
        user_become(&(uid_t){65534});
    return user;
}

void user_become(const uid_t *user)
{
    assert_int_equal(seteuid(*user), 0);
}

struct rlimit files_limit_to(rlim_t size)
{
    struct rlimit before;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    files_limit(&(struct rlimit){size, before.rlim_max});
    return before;
}

void files_limit(const struct rlimit *limit)
{
    assert_int_equal(setrlimit(RLIMIT_FSIZE, limit), 0);
}

char *repeated(Scene *scene, const char *part, int count)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_add(&text, part);
    return text.data;
}

char **words_of_line(Scene *scene, const char *line, int *count)
{
    char **words = arena_alloc(scene->arena, strlen(line) + 2, sizeof *words);
    *count = 0;
    while (*(line += strspn(line, " "))) {
        bool quoted = strchr("'\"\1", *line) != NULL;
        char end[] = {quoted ? *line++ : ' ', '\0'};
        size_t length = strcspn(line, end);
        words[(*count)++] = arena_strndup(scene->arena, line, length);
        line += length + (line[length] != '\0');
    }
    return words;
}

const char *without_progress(Scene *scene, const char *printed)
{
    Text rest = text_new(scene->arena);
    while (*printed) {
        int progress = 0;
        size_t length = strcspn(printed, "\n");
        length += printed[length] == '\n';
        sscanf(printed, "step %*d of %*d, %*[0-9:] left%n", &progress);
        if (!progress)
            text_add_bytes(&rest, printed, length);
        printed += length;
    }
    return rest.data;
}

void scene_complain(Scene *scene, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vprint_error(format, values);
    va_end(values);
    scene->complaints++;
}

void check_has(const char *text, const char *part, bool has, const char *file, int line)
{
    if ((strstr(text, part) != NULL) == has)
        return;
    print_error("%s: %s\nin: %s\n", has ? "not there" : "there", part, text);
    _fail(file, line);
}

void assert_text(const char *text, const char *expected)
{
    if (text && expected)
        assert_string_equal(text, expected);
    assert_int_equal(!text, !expected);
}

void check_failure(bool ok, const Error *error, int exit_code, const char *message,
                   const char *file, int line)
{
    if (ok)
        print_error("succeeded, but should have said: %s\n", message);
    else if (strcmp(error->message, message) != 0)
        print_error("said:     %s\nexpected: %s\n", error->message, message);
    else if (error->exit_code != exit_code)
        print_error("exit code %d, expected %d: %s\n", error->exit_code, exit_code, message);
    else
        return;
    _fail(file, line);
}

static int ending_of(pid_t process)
{
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    return status;
}

/* A process of its own: 0 in it. The attempts that were begun are its parent's. */
static pid_t begin_process(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        attempt_end(&(Attempt){.outer = NULL});
    return child;
}

int run_apart(int (*body)(Scene *), Scene *scene)
{
    pid_t child = begin_process();
    if (child == 0)
        _exit(body(scene));
    return ending_of(child);
}

int begin_apart(void)
{
    pid_t child = begin_process();
    if (child == 0)
        fclose(stderr);
    return child;
}

void check_aborted(int process)
{
    int status = ending_of(process);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
}
