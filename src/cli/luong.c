#include "cli/luong.h"

#include "cli/translating.h"
#include "cli/values.h"

#include <string.h>

enum { SCORES = 3, REACHES = 3, MOST_WINDOW = 50 };

/* Kinds of translators (model/translator.h): each learned with its own. */
static const char *const scores[SCORES] = {"dot", "general", "concat"};
static const char *const reaches[REACHES] = {"none", "monotonic", "predictive"};
static const char *const local_kinds[REACHES] = {NULL, "local-m", "local-p"};

static bool read_window(const Arguments *a, bool local, int *window, Error *error)
{
    if (a->given[OPTION_WINDOW] && !local)
        return fail_usage(error, "--window is that of local attention: it goes with --local "
                                 "monotonic or predictive");
    return !a->given[OPTION_WINDOW] || value_whole(a, OPTION_WINDOW, 1, MOST_WINDOW, window, error);
}

static bool choose_kind(Arena *arena, const Arguments *a, TranslatorChoice *choice, Error *error)
{
    int score = 0, reach = 0;
    if (!value_choice(arena, a, OPTION_SCORE, scores, SCORES, &score, error) ||
        !value_choice(arena, a, OPTION_LOCAL, reaches, REACHES, &reach, error) ||
        !read_window(a, reach > 0, &choice->window, error))
        return false;
    if (reach && strcmp(scores[score], "general") != 0)
        return fail_usage(error, "--local %s is learned with --score general, not with %s",
                          reaches[reach], scores[score]);
    choice->kind = reach ? local_kinds[reach] : scores[score];
    return true;
}

bool luong_run(const Run *run, Error *error)
{
    TranslatingSettings settings;
    return translating_settings_read(run->arena, run->arguments, &settings, error) &&
           choose_kind(run->arena, run->arguments, &settings.choice, error) &&
           translating_run(run, &settings, error);
}
