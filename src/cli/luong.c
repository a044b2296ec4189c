#include "cli/settings.h"

Trace *luong_command(const Run *run)
{
    /* each kind of translator (model/model.h) was trained with its own score */
    static const char *const local_kinds[] = {NULL, "local-m", "local-p"};
    const char *score = argument_named(run->arguments, "score")->value;
    int reach = run->settings->translating.reach;
    if (reach && strcmp(score, "general") != 0)
        fail_usage("--local %s is learned with --score general, not with %s",
                   argument_named(run->arguments, "local")->value, score);
    return translating_run(run, reach ? local_kinds[reach] : score);
}
