#define _GNU_SOURCE /* vasprintf, posix_openpt, cfmakeraw */

#include "support/program.h"

#include "support/sample.h"

#include <sys/ioctl.h>
#include <termios.h>

enum { NOT_STARTED = 127 };

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
    int count = 0;
    while (arguments[count])
        count++;
    const char **argv = calloc((size_t)count + 2, sizeof *argv);
    argv[0] = PROGRAM;
    memcpy(argv + 1, arguments, (size_t)count * sizeof *argv);
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
    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    Bytes bytes = file_read_open(scene->arena, fileno(file), "what was printed", (size_t)1 << 30);
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

/* Opens a terminal that sends lines as they are; returns the side that a person sits at. A test is
   skipped where there are none. */
static int open_terminal(int columns, int *program_side)
{
    struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
    struct termios settings;
    int person = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    const char *name = person < 0 || grantpt(person) || unlockpt(person) ? NULL : ptsname(person);
    *program_side = name ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (*program_side < 0) {
        print_message("no pseudo-terminal can be opened here (/dev/pts): skipped\n");
        skip();
    }
    assert_int_equal(ioctl(*program_side, TIOCSWINSZ, &size), 0);
    assert_int_equal(tcgetattr(*program_side, &settings), 0);
    cfmakeraw(&settings);
    assert_int_equal(tcsetattr(*program_side, TCSANOW, &settings), 0);
    return person;
}

/* Keeps what the terminal shows, until the program has left it. */
static void watch(int person, FILE *kept)
{
    char bytes[4096];
    for (ssize_t count; (count = read(person, bytes, sizeof bytes)) > 0;)
        assert_int_equal(write(fileno(kept), bytes, (size_t)count), count);
    close(person);
}

Run program_run(Scene *scene, Surroundings surroundings, const char *const *arguments)
{
    FILE *input = scratch(), *output = scratch(), *errors = scratch();
    const Bytes *given = &surroundings.input;
    if (given->size)
        assert_int_equal(fwrite(given->data, 1, given->size, input), given->size);
    rewind(input);
    int descriptors[] = {fileno(input), -1, fileno(errors)}, person = -1;
    if (surroundings.columns) {
        person = open_terminal(surroundings.columns, &descriptors[1]);
        descriptors[0] = descriptors[1];
    } else {
        descriptors[1] = output_of(&surroundings, output);
    }
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        set_environment(surroundings.variable);
        become(arguments, descriptors);
    }
    if (surroundings.columns) {
        close(descriptors[1]);
        watch(person, output);
    }
    Run run = {.status = program_wait(process)};
    if (!surroundings.columns)
        close(descriptors[1]);
    fclose(input);
    run.output = taken(scene, output);
    run.errors = taken(scene, errors);
    run.said = without_progress(scene, run.errors);
    return run;
}

static Run run_line(Scene *scene, Surroundings surroundings, const char *format, va_list list)
{
    int count;
    char *line;
    assert_true(vasprintf(&line, format, list) >= 0);
    char **words = words_of_line(scene, line, &count);
    free(line);
    return program_run(scene, surroundings, (const char *const *)words);
}

Run attnviz_in(Scene *scene, Surroundings surroundings, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    Run run = run_line(scene, surroundings, format, list);
    va_end(list);
    return run;
}

Run attnviz(Scene *scene, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    Run run = run_line(scene, (Surroundings){.output = NULL}, format, list);
    va_end(list);
    return run;
}

pid_t program_start(Scene *scene, const char *line)
{
    int count;
    char **arguments = words_of_line(scene, line, &count);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        set_environment(NULL);
        become((const char *const *)arguments, (const int[]){nowhere, nowhere, nowhere});
    }
    return process;
}

/* ---- how a run ended ---- */

Run check_finished(Run run)
{
    fail_if(run.status != 0, "exit status %d: %s", run.status, run.errors);
    return run;
}

Run check_success(Run run)
{
    fail_if(run.status != 0 || *run.said, "exit status %d: %s", run.status, run.errors);
    return run;
}

/* Whether the program said what begins so, and nothing more, or (not `whole`) no further line. */
static bool said(Run run, const char *begin, const char *rest, bool whole)
{
    const char *errors = run.said, *after = errors + strlen(begin) + strlen(rest);
    return begins_with(errors, begin) && begins_with(errors + strlen(begin), rest) &&
           (whole ? !strcmp(after, "\n") : strchr(errors, '\n') == errors + strlen(errors) - 1);
}

Run check_warned(Run run, const char *warning)
{
    fail_if(run.status != 0 || !said(run, "attnviz: warning: ", warning, true),
            "exit status %d; it said: %sexpected: attnviz: warning: %s", run.status, run.errors,
            warning);
    return run;
}

static void check_end(Run run, int status, const char *message, bool whole)
{
    fail_if(run.status != status || !said(run, "attnviz: ", message, whole),
            "exit status %d, expected %d; it said: %sexpected: attnviz: %s%s", run.status, status,
            run.errors, message, whole ? "" : "…");
    assert_string_equal(run.output, "");
}

void check_refused(Run run, int status, const char *message)
{
    check_end(run, status, message, true);
}

void check_refused_with(Run run, int status, const char *beginning)
{
    check_end(run, status, beginning, false);
}
