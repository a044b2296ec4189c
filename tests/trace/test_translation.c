/* How the numbers of a translation are explained: with drawn weights, of every kind of translator.
   Its steps and pictures: traces/translation.list. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/translated.h"

TEST(a_query_is_the_state_before)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    assert_ptr_equal(step_named(t->trace, "step-2/query")->node,
                     step_named(t->trace, "step-1/state")->node);
}

TEST(a_weight_is_explained_down_to_the_words_vectors)
{
    const Trace *trace =
        translated_new(scene, (TranslatedSettings){.target = {"le", "chat", "</s>"}})->trace;
    const char *text = explained(scene, trace, "step-2/weights", 0, 0, 0);
    static const char *const parts[] = {"step-2/weights[chat,the] = ",
                                        "\nstep-2/energies[chat,cat₁] = ",
                                        "\nstep-2/tanh[the,1] = ",
                                        "\n  = tanh(",
                                        "\nstep-2/sum[the,1] = ",
                                        "\nkeys[the,1] = ",
                                        "\nencoder/forward-1/state[the,1] = ",
                                        "\nstep-1/state[le,1] = ",
                                        "\nGiven, not computed:\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(text, parts[i]);
}

TEST(a_draw_is_explained_by_the_weights)
{
    const Trace *trace = translated_new(scene, (TranslatedSettings){.taking = TAKE_DRAWN})->trace;
    const char *text = explained(scene, trace, "step-1/taken", 0, 0, 2);
    assert_has(text, "(drawn 0.");
    assert_has(text, "of the row's sum: column ");
    assert_has(text, "\nstep-1/weights[");
}

TEST(explanations_name_all_that_they_pass_through)
{
    static const TranslatedSettings all[] = {
        {.kind = "bahdanau"},     {.kind = "bahdanau-rnn-causal"},
        {.kind = "dot"},          {.kind = "concat"},
        {.kind = "local-m"},      {.kind = "local-p"},
        {.taking = TAKE_LARGEST},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const Trace *trace = translated_new(scene, all[k])->trace;
        check_all_named(scene, trace, explained(scene, trace, "step-2/words", 0, 0, 0));
    }
}
