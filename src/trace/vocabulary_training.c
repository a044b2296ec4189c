/* Words about what learning changes: the same step after more and more of training; and about
 * gradients on their way back through time, in a trace with a column a gain. */
#include "trace/sentences.h"

/* ---- the weight that is followed ---- */

/* The same after the last step: "step-3000/weights" for "step-0/weights". */
static Look at_the_end(const Look *s)
{
    return look_there(s, arena_format(s->trace->arena, "/step-%s%s",
                                      trace_setting(s->trace, "steps"), strchr(s->step->id, '/')));
}

static void say_last_note(const Look *s, Text *out)
{
    text_add(out, at_the_end(s).step->note);
}

/* That of the pair of words whose mean weight gained most from the start to the last step. */
static Place followed(const Look *s)
{
    Look last = at_the_end(s);
    Place p = word_place(&last, "gained");
    return place_here(s, p.row, p.col);
}

/* "0.14 at step 0, 0.16 at step 10, 0.37 at step 3000" */
static void say_course(const Look *s, Text *out)
{
    const Trace *t = s->trace;
    for (int i = 0, said = 0; i < t->step_count; i++) {
        Look there = look_there(s, arena_format(t->arena, "/%s", t->steps[i].id));
        int number = number_in_id(&there, "step-");
        if (strcmp(t->steps[i].id, arena_format(t->arena, "step-%d/weights", number)) != 0)
            continue;
        text_add(out, said++ ? ", " : "");
        word_say(&there, "followed", out);
        text_format(out, " at step %d", number);
    }
}

const Word training_words[] = {
#include "trace/vocabulary_training.list"
    {0}};
