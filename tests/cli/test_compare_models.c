/* `attnviz compare-models` as a user sees it: its numbers are those of the two commands that trace
   either model alone. */
#include "support/document.h"
#include "support/program.h"

static json_t *traced(Scene *scene, const char *command, const char *source, const char *target)
{
    const char *arguments[] = {
        command, "--source", source, "-f", "json", "-q", "-o", command, target ? "--target" : NULL,
        target,  NULL};
    check_success(program_run(scene, (Surroundings){0}, arguments));
    return document_of(scene, arena_format(scene->arena, "%s/trace.json", command));
}

/* That a step of one trace has the numbers of one of the other. */
static void check_step(json_t *a, const char *id, json_t *b, const char *other)
{
    assert_true(json_equal(json_object_get(step_of(a, id), "values"),
                           json_object_get(step_of(b, other), "values")));
}

static void check_same_numbers(Scene *scene, const char *source, const char *target)
{
    static const char *const heads[] = {"decoder-1/cross/head-1/weights",
                                        "decoder-1/cross/head-3/weights", "decoder-1/cross/mean",
                                        "decoder-2/cross/head-2/weights", "decoder-2/cross/mean"};
    json_t *both = traced(scene, "compare-models", source, target);
    json_t *bahdanau = traced(scene, "bahdanau", source, target);
    json_t *transformer = traced(scene, "transformer", source, target);
    check_step(both, "bahdanau/alignment", bahdanau, "alignment");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        check_step(both, arena_format(scene->arena, "transformer/%s", heads[i]), transformer,
                   heads[i]);
}

TEST(the_numbers_are_those_of_the_two_commands)
{
    check_same_numbers(scene, "the european economic area", NULL);
    check_same_numbers(scene, "the cat sleeps", "le chat dort");
}
