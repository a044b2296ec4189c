#include "cli/settings.h"

#include <time.h>
#include <unistd.h>

enum { MOST_STATIONS = 32 };

typedef struct Station {
    const char *title, *told, *command;
} Station;

/* src/cli/tour.list: a title, what is told, and a "$ command"; a blank line between stations. */
extern const char tour_list[];

static int read_stations(Arena *arena, Station stations[MOST_STATIONS])
{
    const char *rest = arena_strdup(arena, tour_list);
    int count = 0;
    while (*rest && count < MOST_STATIONS) {
        const char *station = next_part(arena, &rest, "\n\n");
        Station *s = &stations[count++];
        s->title = next_part(arena, &station, "\n");
        char *told = arena_strdup(arena, next_part(arena, &station, "\n$ "));
        s->told = told;
        while ((told = strchr(told, '\n')))
            *told = ' ';
        s->command = next_part(arena, &station, "\n");
    }
    return count;
}

/* "3-5", "1,4,9" */
static bool read_wanted(Arena *arena, const char *text, int count, bool *wanted, Error *error)
{
    char *rest = arena_strdup(arena, text);
    for (char *item; (item = strsep(&rest, ","));) {
        char *last = item, *first = strsep(&last, "-");
        long from, to;
        if (!parse_whole("--stations", first, 1, count, &from, error) ||
            !parse_whole("--stations", last ? last : first, from, count, &to, error))
            return fail_as_usage(error);
        for (long i = from; i <= to; i++)
            wanted[i - 1] = true;
    }
    return true;
}

/* Until Enter is pressed, where somebody can; false to end. */
static bool wait_for_next(double pause)
{
    double whole = floor(pause);
    int typed = '\n';
    if (pause <= 0 && isatty(STDIN_FILENO))
        fputs("\nEnter goes on, Ctrl-D ends: ", stdout);
    fflush(stdout);
    if (pause > 0)
        nanosleep(&(struct timespec){(time_t)whole, (long)(1e9 * (pause - whole))}, NULL);
    else if (isatty(STDIN_FILENO))
        while ((typed = getchar()) != '\n' && typed != EOF)
            continue;
    return typed != EOF;
}

Trace *tour_command(const Run *run, Error *error)
{
    Station stations[MOST_STATIONS];
    bool wanted[MOST_STATIONS] = {0}, began = false;
    int count = read_stations(run->arena, stations);
    bool goes_on = read_wanted(run->arena, run->settings->tour.stations, count, wanted, error);
    for (int i = 0; i < count && goes_on; i++) {
        const Station *s = &stations[i];
        if (!wanted[i])
            continue;
        if (began && !wait_for_next(run->settings->tour.pause))
            break;
        printf("%s%d of %d. %s\n\n", began ? "\n" : "", i + 1, count, s->title);
        text_write_paragraph(stdout, run->arena, "    ", s->told, terminal_width());
        printf("\n$ %s\n", s->command);
        goes_on = line_show(run, s->command, NULL, error);
        began = true;
    }
    return NULL;
}
