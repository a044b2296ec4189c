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

/* Until Enter is pressed, where somebody sits at it; false to end. */
static bool wait_for_next(double pause)
{
    fflush(stdout);
    if (pause > 0) {
        double whole = floor(pause);
        nanosleep(&(struct timespec){(time_t)whole, (long)(1e9 * (pause - whole))}, NULL);
    }
    if (pause > 0 || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    fputs("\nEnter goes on, q ends: ", stdout);
    fflush(stdout);
    int typed = getchar();
    for (int c = typed; c != '\n' && c != EOF;)
        c = getchar();
    return typed != 'q' && typed != EOF;
}

Trace *tour_command(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    Station stations[MOST_STATIONS];
    bool wanted[MOST_STATIONS] = {0}, began = false;
    int count = read_stations(arena, stations);
    const char *list = run->settings->tour.stations;
    const char *all = arena_format(arena, "1-%d", count);
    if (!read_wanted(arena, list ? list : all, count, wanted, error))
        return NULL;
    for (int i = 0; i < count; i++) {
        const Station *s = &stations[i];
        if (!wanted[i])
            continue;
        if (began && !wait_for_next(run->settings->tour.pause))
            break;
        printf("%s%d of %d. %s\n\n", began ? "\n" : "", i + 1, count, s->title);
        text_write_paragraph(stdout, arena, "    ", s->told, terminal_width());
        printf("\n$ %s\n", s->command);
        if (!line_show(run, s->command, NULL, error))
            break;
        began = true;
    }
    return NULL;
}
