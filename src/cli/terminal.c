#include "cli/output.h"

#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40, BAR = 12, DURATION_SIZE = 32, LINE_SIZE = 160 };

static const double TERMINAL_SECONDS = 0.1, PIPE_SECONDS = 10;

/* The columns of a descriptor's terminal, if it is one that reports them. */
static int columns_of(int descriptor)
{
    struct winsize size;
    bool known = isatty(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col;
    return known ? size.ws_col : USUAL_WIDTH;
}

int terminal_width(void)
{
    return larger(columns_of(STDOUT_FILENO), LEAST_WIDTH);
}

bool input_is_piped(void)
{
    struct stat input;
    return fstat(STDIN_FILENO, &input) == 0 && !S_ISCHR(input.st_mode);
}

ColourDepth terminal_colours(ColourChoice choice)
{
    const char *term = environment("TERM", ""), *depth = environment("COLORTERM", "");
    bool dumb = !*term || !strcmp(term, "dumb");
    if (choice == COLOUR_NEVER ||
        (choice == COLOUR_AUTO && (*environment("NO_COLOR", "") || dumb || !isatty(STDOUT_FILENO))))
        return COLOUR_NONE;
    if (strstr(depth, "truecolor") || strstr(depth, "24bit"))
        return COLOUR_TRUE;
    return choice == COLOUR_ALWAYS || strstr(term, "256color") ? COLOUR_256 : COLOUR_NONE;
}

/* ---- progress ---- */

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Progress progress_begin(int total, bool quiet)
{
    double now = progress_clock();
    return (Progress){.stream = quiet ? NULL : stderr,
                      .terminal = isatty(STDERR_FILENO),
                      .width = columns_of(STDERR_FILENO),
                      .total = total,
                      .started = now,
                      .shown = now};
}

/* "0:42", "1:02:03" */
static void put_duration(char out[DURATION_SIZE], double seconds)
{
    long s = seconds < 1e8 ? (long)(seconds + 0.5) : 100000000;
    if (s < 3600)
        snprintf(out, DURATION_SIZE, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(out, DURATION_SIZE, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* Prints the progress line; on a terminal it overwrites the previous one and never wraps. */
static void put(Progress *p)
{
    static const char full[] = "============";
    char left[DURATION_SIZE], told[LINE_SIZE] = "", line[LINE_SIZE];
    int filled = (int)((long)BAR * p->done / p->total), bar = 0;
    double rate = p->done ? (p->now - p->started) / p->done : 0; /* seconds per step so far */
    put_duration(left, rate * (p->total - p->done));
    p->shown = p->now;
    if (p->measure)
        snprintf(told, sizeof told, "mean loss %.2f%s%s%s", p->loss, p->terminal ? "  " : ", ",
                 p->measure, p->terminal ? "  " : ", ");
    if (!p->terminal) {
        fprintf(p->stream, "step %d of %d, %s%s left\n", p->done, p->total, told, left);
        return;
    }
    if (p->width >= USUAL_WIDTH)
        bar = snprintf(line, sizeof line, "[%.*s%*s] ", filled, full, BAR - filled, "");
    snprintf(line + bar, sizeof line - (size_t)bar, "%d/%d  %s%s left", p->done, p->total, told,
             left);
    fprintf(p->stream, "\r%.*s\033[K", p->width - 1, line);
    fflush(p->stream);
}

void progress_show(Progress *progress, int done, double now)
{
    double pause = progress->terminal ? TERMINAL_SECONDS : PIPE_SECONDS;
    progress->done = done;
    progress->now = now;
    if (progress->stream && done < progress->total && now - progress->shown >= pause)
        put(progress);
}

void progress_end(Progress *progress)
{
    if (!progress->stream || (!progress->measure && !(progress->shown > progress->started)))
        return;
    put(progress);
    fputs(progress->terminal ? "\n" : "", progress->stream);
}
