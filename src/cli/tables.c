/* The lists of options, and the commands that take them. Optional macro arguments end with a comma.
 */
#include "cli/settings.h"

/* clang-format off */
#define OPTIONS(...) OPEN(__VA_ARGS__, )
#define OPEN(list, ...) const OptionList list = {__VA_ARGS__ .rows = (const Option[]){
#define OPTIONS_AND(...) OPTIONS_AND_(__VA_ARGS__, )
#define OPTIONS_AND_(list, next, ...)                                                              \
    extern const OptionList next;                                                                  \
    OPEN(list, .more = &next, __VA_ARGS__)
#define END {.name = NULL}}};
/* clang-format on */

#define ROW(what, name, letter, argument, fallback, help, place, ...)                              \
    {name, letter, argument, fallback, help, what, .at = offsetof(Settings, place), __VA_ARGS__},

#define ASIDE(name, letter, argument, ...)                                                         \
    {name, letter, argument, .kind = OPTION_ASIDE, .help = __VA_ARGS__},
#define SWITCH(name, letter, help, ...)                                                            \
    ROW(OPTION_SWITCH, name, letter, NULL, NULL, help, __VA_ARGS__, )
#define TEXT(...) ROW(OPTION_TEXT, __VA_ARGS__, )
#define VECTORS(...) ROW(OPTION_VECTORS, __VA_ARGS__, )
#define TEXTS(name, letter, argument, help, place, most)                                           \
    ROW(OPTION_TEXTS, name, letter, argument, NULL, help, place, .count = most)

#define SEED(help, ...) ROW(OPTION_SEED, "seed", 'S', "N", "1", help, __VA_ARGS__, )

#define WHOLE(...) RANGED(OPTION_WHOLE, __VA_ARGS__, )
#define DECIMAL(...) RANGED(OPTION_DECIMAL, __VA_ARGS__, )
#define RANGED(what, name, letter, argument, fallback, help, place, least, most, ...)              \
    ROW(what, name, letter, argument, fallback, help, place, .range = {least, most}, __VA_ARGS__)

#define AUTO(name, letter, argument, word, help, place, least, ...)                                \
    RANGED(OPTION_WHOLE, name, letter, argument, word, help, place, least, __VA_ARGS__,            \
           .words = word)
#define WHOLES(...) LISTED(OPTION_WHOLES, __VA_ARGS__, )
#define DECIMALS(...) LISTED(OPTION_DECIMALS, __VA_ARGS__, )
#define LISTED(kind, name, letter, argument, fallback, help, place, least, most, room, each, ...)  \
    RANGED(kind, name, letter, argument, fallback, help, place, least, most, .count = room,        \
           .what = each, __VA_ARGS__)

#define CHOICE(...) NAMED(OPTION_CHOICE, __VA_ARGS__, )
#define CHOICES(...) NAMED(OPTION_CHOICES, __VA_ARGS__, )
#define NAMED(what, name, letter, argument, fallback, help, place, values, ...)                    \
    ROW(what, name, letter, argument, fallback, help, place, .words = values, __VA_ARGS__)
#define NAMES(function) NULL, .names = function

#include "cli/options.list"

#define COMMAND(name, called, ...)                                                                 \
    &(const Command){.title = called, .run = name##_command, __VA_ARGS__},
const Command *const command_table[] = {
#include "cli/command_table.list"
    NULL};
