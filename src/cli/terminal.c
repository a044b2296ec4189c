#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PIPE_WIDTH = 80, LEAST_WIDTH = 40 };

int terminal_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_col)
        return PIPE_WIDTH;
    return size.ws_col > LEAST_WIDTH ? size.ws_col : LEAST_WIDTH;
}

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

ColourDepth terminal_colours(ColourChoice choice)
{
    const char *term = environment("TERM"), *depth = environment("COLORTERM");
    bool dumb = !*term || !strcmp(term, "dumb");
    if (choice == COLOUR_NEVER)
        return COLOUR_NONE;
    if (choice == COLOUR_AUTO && (*environment("NO_COLOR") || dumb || !isatty(STDOUT_FILENO)))
        return COLOUR_NONE;
    if (strstr(depth, "truecolor") || strstr(depth, "24bit"))
        return COLOUR_TRUE;
    return choice == COLOUR_ALWAYS || strstr(term, "256color") ? COLOUR_256 : COLOUR_NONE;
}
