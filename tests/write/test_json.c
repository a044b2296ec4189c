/* The document is read back by jansson, which accepts only strict JSON. */
#include "write/formats.h"

#include "support/document.h"
#include "support/read_back.h"
#include "support/sample.h"
#include "trace/build.h"

static Bytes json_of(Scene *scene, const Trace *trace)
{
    Recording recording;
    recording_begin(&recording);
    format_json.write_one(recording.stream, &(Document){.trace = trace}, NULL);
    return recording_end(scene, &recording);
}

static void check_string(const json_t *object, const char *key, const char *expected)
{
    const char *value = json_string_value(json_object_get(object, key));
    assert_non_null(value);
    assert_string_equal(value, expected);
}

static void check_strings(const json_t *array, const char *const *expected, int count)
{
    assert_true(json_is_array(array));
    assert_int_equal(json_array_size(array), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(json_string_value(json_array_get(array, (size_t)i)), expected[i]);
}

/* The keys of an object in the order of the document: "a b c ". */
static const char *keys_of(Scene *scene, json_t *object)
{
    Text keys = text_new(scene->arena);
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value)
        text_format(&keys, "%s ", key);
    return keys.data;
}

static const SampleSettings bat = {
    .text = "The bat, the ball", .heads = 2, .dim = 8, .mask = "causal", .seed = 42};

TEST(the_document_has_its_members_in_order)
{
    const Trace *trace = sample_trace(scene, bat);
    json_t *document = document_in(scene, "JSON", json_of(scene, trace));
    assert_string_equal(keys_of(scene, document),
                        "attnviz command sentence tokens settings steps ");
    check_string(document, "attnviz", ATTNVIZ_VERSION);
    check_string(document, "sentence", "The bat, the ball");
    static const char *const tokens[] = {"The", "bat", ",", "the", "ball"};
    check_strings(json_object_get(document, "tokens"), tokens, 5);
    check_strings(json_object_get(document, "command"), trace->argv, 3);
}

TEST(settings_are_numbers_and_words)
{
    json_t *document = document_in(scene, "JSON", json_of(scene, sample_trace(scene, bat)));
    json_t *settings = json_object_get(document, "settings");
    assert_string_equal(keys_of(scene, settings),
                        "heads d_model d_k mask positions scale weights seed recipe "
                        "held-out perplexity ");
    assert_int_equal(json_integer_value(json_object_get(settings, "heads")), 2);
    assert_int_equal(json_integer_value(json_object_get(settings, "d_model")), 8);
    assert_int_equal(json_integer_value(json_object_get(settings, "d_k")), 4);
    assert_int_equal(json_integer_value(json_object_get(settings, "seed")), 42);
    check_string(settings, "mask", "causal");
    check_string(settings, "positions", "sinusoidal");
    check_string(settings, "scale", "sqrt");
    check_string(settings, "weights", "random, not learned");
}

TEST(a_seed_that_was_not_used_is_null)
{
    Sample s = sample_untold(scene, bat);
    s.subject.origin.seed = NULL;
    json_t *document = document_in(scene, "JSON", json_of(scene, sample_told(&s)));
    assert_true(json_is_null(json_object_get(json_object_get(document, "settings"), "seed")));
}

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
    Trace *trace = trace_new(((Scene *)scene)->arena);
    add_text(trace, traced_text("a", 1, labels));
    add_step(trace, step_of_numbers(scene, VALUE_SIGNED, 1, 9, labels, numbers, NULL));
    check_json(scene->arena, trace);
}

TEST(several_texts_are_a_list)
{
    static const char *const words[] = {"a", "b"};
    Trace *trace = trace_new(scene->arena);
    add_text(trace, traced_text("a b", 2, words));
    add_text(trace, traced_text("b", 1, words + 1));
    json_t *document = document_in(scene, "JSON", json_of(scene, trace)),
           *texts = json_object_get(document, "texts");
    assert_null(json_object_get(document, "sentence"));
    assert_int_equal(json_array_size(texts), 2);
    check_string(json_array_get(texts, 0), "sentence", "a b");
    check_strings(json_object_get(json_array_get(texts, 0), "tokens"), words, 2);
    check_strings(json_object_get(json_array_get(texts, 1), "tokens"), words + 1, 1);
}

TEST(hostile_tokens_come_back_as_they_were)
{
    static const char text[] = "\x1b[31m \x01\x7f \" \\ / \u2028 <script>alert(1)</script> "
                               "\u202eabc 👩‍👩‍👧 e\u0301 \"},{\"x\":1";
    Sample s = sample_new(scene, (SampleSettings){.text = text, .heads = 1, .dim = 2});
    json_t *document = document_in(scene, "JSON", json_of(scene, s.trace));
    check_string(document, "sentence", text);
    check_strings(json_object_get(document, "tokens"), s.tokens.words, s.tokens.count);
    check_json(scene->arena, s.trace);
}

TEST(an_argument_that_is_not_utf8_is_written_visibly)
{
    static const char *const argv[] = {"attnviz", "--out", "a\xff\"b", ""};
    static const char *const shown[] = {"attnviz", "--out", "a⟨FF⟩\"b", ""};
    Trace *trace = sample_trace(scene, bat);
    trace->argc = 4;
    trace->argv = argv;
    json_t *document = document_in(scene, "JSON", json_of(scene, trace));
    check_strings(json_object_get(document, "command"), shown, 4);
}

TEST(the_document_ends_with_one_line_break)
{
    Bytes text = json_of(scene, sample_trace(scene, bat));
    assert_true(text.size > 2 && !strcmp(text.data + text.size - 2, "}\n"));
}

TEST(what_the_numbers_are_places_of_is_listed)
{
    static const char *const words[] = {"l'", "\"zone\""};
    Trace *trace = sample_trace(scene, bat);
    trace->steps[1].places = words;
    trace->steps[1].place_count = 2;
    json_t *document = document_in(scene, "JSON", json_of(scene, trace));
    json_t *steps = json_object_get(document, "steps");
    check_strings(json_object_get(json_array_get(steps, 1), "places"), words, 2);
    assert_null(json_object_get(json_array_get(steps, 0), "places"));
}
