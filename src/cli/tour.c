#include "cli/settings.h"

#include <time.h>
#include <unistd.h>

extern const char tour_list[]; /* src/cli/tour.list */

/* Parses "3-5", "1,4,9". */
static void read_wanted(Arena *arena, const char *text, int count, bool *wanted)
{
    for (char *rest = arena_strdup(arena, text), *item; (item = next_item(&rest));) {
        char *last = item, *first = strsep(&last, "-");
        FAILS_AS_USAGE;
        intmax_t from = parse_whole("--stations", first, 1, count);
        intmax_t to = parse_whole("--stations", last ? last : first, from, count);
        for (intmax_t i = from; i <= to; i++)
            wanted[i - 1] = true;
    }
}

/* Waits for the pause, or for Enter on a terminal; false to stop. */
static bool wait_for_next(double pause)
{
    bool asks = pause <= 0 && isatty(STDIN_FILENO);
    int typed = '\n';
    if (asks)
        fputs("\nEnter goes on, Ctrl-D ends: ", stdout);
    fflush(stdout);
    nanosleep(&(struct timespec){(time_t)pause, (long)(1e9 * fmod(pause, 1))}, NULL);
    while (asks && (typed = getchar()) != '\n' && typed != EOF)
        continue;
    return typed != EOF;
}

Trace *tour_command(const Run *run)
{
    Arena *arena = run->arena;
    Questions stations = questions_read(arena, tour_list);
    int count = stations.count;
    bool *wanted = arena_alloc(arena, (size_t)count, sizeof *wanted), began = false;
    read_wanted(arena, run->settings->tour.stations, count, wanted);
    for (int i = 0; i < count; i++) {
        const Question *station = &stations.items[i];
        if (!wanted[i])
            continue;
        if (began && !wait_for_next(run->settings->tour.pause))
            break;
        const char *title =
            arena_format(arena, "%s%d of %d. %s", began ? "\n" : "", i + 1, count, station->title);
        line_show(run, title, station->answer, station->shown);
        began = true;
    }
    return NULL;
}
