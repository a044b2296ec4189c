#define _GNU_SOURCE /* vasprintf */

#include "support/program.h"

#include "base/utf8.h"
#include "support/sample.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 40, NOT_STARTED = 127 };

/* Without what of the user's own environment would change what is printed, and with one variable
   of the test's. */
static void set_environment(const char *variable)
{
    static const char *const names[] = {
        "ATTNVIZ_KERNEL", "ATTNVIZ_THREADS", "NO_COLOR", "COLORTERM", "TERM", "POSIXLY_CORRECT"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    const char *equals = variable ? strchr(variable, '=') : NULL;
    char name[64] = "";
    if (equals)
        setenv(memcpy(name, variable, (size_t)(equals - variable)), equals + 1, 1);
}

/* Becomes the program; the descriptors become its standard ones. */
static _Noreturn void become(const char *const *arguments, const int descriptors[3])
{
    const char *argv[MOST_ARGUMENTS + 2] = {"attnviz"};
    for (int i = 0; i < MOST_ARGUMENTS && arguments[i]; i++)
        argv[i + 1] = arguments[i];
    for (int i = 0; i < 3; i++)
        if (dup2(descriptors[i], i) < 0)
            _exit(NOT_STARTED);
    execv(PROGRAM, (char *const *)argv);
    _exit(NOT_STARTED);
}

int program_wait(pid_t process)
{
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void program_break_off(Scene *scene, const char *line, const char *file)
{
    for (int wait = 100; access(file, F_OK) != 0; wait *= 2) {
        const struct timespec moment = {wait / 1000, wait % 1000 * 1000000L};
        assert_true(wait < 60000);
        pid_t process = program_start(scene, line);
        nanosleep(&moment, NULL);
        assert_int_equal(kill(process, SIGINT), 0);
        assert_int_equal(program_wait(process), -SIGINT);
    }
}

static FILE *scratch(void)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    return file;
}

/* All that was written to a scratch file, which is closed. */
static const char *taken(Scene *scene, FILE *file)
{
    Bytes bytes;
    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    if (!file_read_open(scene->arena, fileno(file), "what was printed", (size_t)1 << 30, &bytes,
                        &scene->error))
        fail_msg("%s", scene->error.message);
    fclose(file);
    return bytes.data;
}

static int output_of(const Surroundings *surroundings, FILE *kept)
{
    if (surroundings->closed_pipe) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        close(ends[0]);
        return ends[1];
    }
    int descriptor =
        surroundings->output ? open(surroundings->output, O_WRONLY) : dup(fileno(kept));
    assert_true(descriptor >= 0);
    return descriptor;
}

Run program_run(Scene *scene, Surroundings surroundings, const char *const *arguments)
{
    FILE *input = scratch(), *output = scratch(), *errors = scratch();
    const Bytes *given = &surroundings.input;
    if (given->size)
        assert_int_equal(fwrite(given->data, 1, given->size, input), given->size);
    rewind(input);
    int descriptors[] = {fileno(input), output_of(&surroundings, output), fileno(errors)};
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        set_environment(surroundings.variable);
        become(arguments, descriptors);
    }
    Run run = {.status = program_wait(process)};
    close(descriptors[1]);
    fclose(input);
    run.output = taken(scene, output);
    run.errors = taken(scene, errors);
    return run;
}

/* The words of a line, and NULL. */
static const char *const *words_of(Scene *scene, const char *line)
{
    const char **words = arena_alloc(scene->arena, strlen(line) / 2 + 2, sizeof *words);
    int count = 0;
    while (*(line += strspn(line, " "))) {
        bool quoted = strchr("'\"\1", *line);
        size_t length = strcspn(line + quoted, (char[]){quoted ? *line : ' ', '\0'});
        assert_in_range(count, 0, MOST_ARGUMENTS - 1);
        words[count++] = arena_strndup(scene->arena, line + quoted, length);
        line += length + 2 * quoted;
    }
    return words;
}

static const char *line_of(Scene *scene, const char *format, va_list list)
{
    char *line;
    assert_true(vasprintf(&line, format, list) >= 0);
    const char *kept = arena_strdup(scene->arena, line);
    free(line);
    return kept;
}

Run attnviz_in(Scene *scene, Surroundings surroundings, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *line = line_of(scene, format, list);
    va_end(list);
    return program_run(scene, surroundings, words_of(scene, line));
}

Run attnviz(Scene *scene, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *line = line_of(scene, format, list);
    va_end(list);
    return program_run(scene, (Surroundings){.output = NULL}, words_of(scene, line));
}

pid_t program_start(Scene *scene, const char *line)
{
    const char *const *arguments = words_of(scene, line);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        set_environment(NULL);
        become(arguments, (const int[]){nowhere, nowhere, nowhere});
    }
    return process;
}

/* ---- how a run ended ---- */

Run check_finished(Run run)
{
    if (run.status != 0)
        fail_msg("exit status %d: %s", run.status, run.errors);
    return run;
}

Run check_success(Run run)
{
    if (run.status != 0 || *run.errors)
        fail_msg("exit status %d: %s", run.status, run.errors);
    return run;
}

/* Whether a text is nothing but this line. */
static bool is_line(const char *text, const char *begin, const char *rest)
{
    size_t length = strlen(begin), rest_length = strlen(rest);
    return strncmp(text, begin, length) == 0 && strncmp(text + length, rest, rest_length) == 0 &&
           strcmp(text + length + rest_length, "\n") == 0;
}

Run check_warned(Run run, const char *warning)
{
    if (run.status != 0 || !is_line(run.errors, "attnviz: warning: ", warning))
        fail_msg("exit status %d; it said: %sexpected: attnviz: warning: %s", run.status,
                 run.errors, warning);
    return run;
}

void check_refused(Run run, int status, const char *message)
{
    if (run.status != status || !is_line(run.errors, "attnviz: ", message))
        fail_msg("exit status %d, expected %d; it said: %sexpected: attnviz: %s", run.status,
                 status, run.errors, message);
    assert_string_equal(run.output, "");
}

void check_refused_with(Run run, int status, const char *beginning)
{
    static const char program_name[] = "attnviz: ";
    size_t length = strlen(program_name);
    if (run.status != status || strncmp(run.errors, program_name, length) != 0 ||
        strncmp(run.errors + length, beginning, strlen(beginning)) != 0 ||
        strchr(run.errors, '\n') != run.errors + strlen(run.errors) - 1)
        fail_msg("exit status %d, expected %d; it said: %sexpected: attnviz: %s…", run.status,
                 status, run.errors, beginning);
    assert_string_equal(run.output, "");
}

static void check_strings(Run run, va_list list, bool shown)
{
    for (const char *text; (text = va_arg(list, const char *));)
        if (!strstr(run.output, text) == shown)
            fail_msg("%s: %s\nin: %s", shown ? "not there" : "there", text, run.output);
}

void check_shows(Run run, ...)
{
    va_list list;
    va_start(list, run);
    check_strings(run, list, true);
    va_end(list);
}

void check_lacks(Run run, ...)
{
    va_list list;
    va_start(list, run);
    check_strings(run, list, false);
    va_end(list);
}

void check_refusals(Scene *scene, const char *command, const Refusal *refusals, size_t count)
{
    const char *files = scene_list(scene, "."), *begin = command ? command : "";
    for (size_t i = 0; i < count; i++) {
        Run run = attnviz(scene, "%s %s", begin, refusals[i].line);
        check_refused(run, refusals[i].status, refusals[i].message);
        assert_string_equal(scene_list(scene, "."), files);
    }
}

void check_narrow(Scene *scene, const char *text)
{
    for (int i = 0; i < line_count(text); i++) {
        const char *line = line_at(scene, text, i);
        if (utf8_width(line) > 80)
            fail_msg("%d columns: %s", utf8_width(line), line);
    }
}
