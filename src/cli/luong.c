#include "cli/settings.h"

Trace *luong_command(const Run *run, Error *error)
{
    /* each kind of translator (model/model.h) was trained with its own score */
    static const char *const local_kinds[] = {NULL, "local-m", "local-p"};
    const char *score = argument_named(run->arguments, "score")->value;
    int reach = run->settings->translating.reach;
    if (reach && strcmp(score, "general") != 0)
        return fail_usage(error, "--local %s is learned with --score general, not with %s",
                          argument_named(run->arguments, "local")->value, score),
               NULL;
    return translating_run(run, reach ? local_kinds[reach] : score, error);
}
