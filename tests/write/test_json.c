/* The document is read back by jansson, which accepts only strict JSON. */
#include "write/formats.h"

#include <jansson.h>

#include "support/read_back.h"
#include "support/sample.h"
#include "trace/build.h"

static Bytes json_of(Scene *scene, const Trace *trace)
{
    return recorded(scene->arena,
                    format_json.write_one(recorder, &(Document){.trace = trace}, NULL));
}

static const SampleSettings bat = {
    .text = "The bat, the ball", .heads = 2, .dim = 8, .mask = "causal", .seed = 42};

TEST(every_step_is_there_with_all_its_numbers)
{
    check_json(scene->arena, sample_trace(scene, bat));
    check_json(scene->arena, sample_trace(scene, (SampleSettings){.text = "a"}));
    check_json(scene->arena,
               sample_trace(scene, (SampleSettings){.text = "a b", .mask = "padding:2"}));
}

TEST(every_float_comes_back_and_minus_infinity_is_null)
{
    static const char *const labels[] = {"a"};
    static const double numbers[] = {0.1f,          1.0f / 3,    -1e-45f, 1.17549435e-38f,
                                     3.4028235e38f, 16777217.0f, 1e20f,   0.99999994f,
                                     -INFINITY};
    Trace *trace = trace_begin(graph_new(((Scene *)scene)->arena));
    add_text(trace, traced_text("a", 1, labels));
    add_step(trace, step_of_numbers(scene, VALUE_SIGNED, 1, 9, labels, numbers, NULL));
    check_json(scene->arena, trace);
}

TEST(hostile_tokens_come_back_as_they_were)
{
    static const char text[] = "\x1b[31m \x01\x7f \" \\ / \u2028 <script>alert(1)</script> "
                               "\u202eabc 👩‍👩‍👧 e\u0301 \"},{\"x\":1";
    Sample s = sample_new(scene, (SampleSettings){.text = text, .heads = 1, .dim = 2});
    json_t *document = json_loads(json_of(scene, s.trace).data, JSON_REJECT_DUPLICATES, NULL);
    const json_t *tokens = json_object_get(document, "tokens");
    assert_string_equal(json_string_value(json_object_get(document, "sentence")), text);
    assert_int_equal(json_array_size(tokens), s.tokens.count);
    for (int i = 0; i < s.tokens.count; i++)
        assert_string_equal(json_string_value(json_array_get(tokens, (size_t)i)),
                            s.tokens.words[i]);
    json_decref(document);
    check_json(scene->arena, s.trace);
}
