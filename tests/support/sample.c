#include "support/sample.h"

#include "load/arguments.h"
#include "support/nodes.h"
#include "trace/build.h"

void sample_picture(Scene *scene)
{
    Bytes bytes = scene_read(scene, TESTS_FOLDER "/../examples/picture/beach.png");
    scene_write_bytes(scene, "beach.png", bytes.data, bytes.size);
}

Mask sample_mask(Scene *scene, const char *spec, int n)
{
    return spec ? mask_load(scene->arena, spec, n, &(Masking){0}) : (Mask){0};
}

const char *many_words(Scene *scene, int count, int different)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "w%d ", i * 7 % different);
    return text.data;
}

static Subject sample_subject(Scene *scene, const SampleSettings *s, const Tokens *tokens,
                              const char *origin)
{
    uint64_t *seed = arena_alloc(scene->arena, 1, sizeof *seed);
    *seed = s->seed;
    return (Subject){
        .text = traced_text(s->text, tokens->count, tokens->words),
        .mask = s->mask ? s->mask : "none",
        .origin = {.weights = origin, .seed = seed, .measure = "held-out perplexity"},
    };
}

Tokens sample_tokens(Scene *scene, const char *text)
{
    enum { MOST_TOKENS = 4096 };
    return tokenize(scene->arena, "the sample", text, strlen(text), MOST_TOKENS);
}

Sample sample_untold(Scene *scene, SampleSettings s)
{
    Arena *arena = scene->arena;
    Sample sample;
    s.heads = s.heads ? s.heads : 3;
    s.dim = s.dim ? s.dim : 48;
    s.seed = s.seed ? s.seed : 1;
    sample.tokens = sample_tokens(scene, s.text);
    int n = sample.tokens.count;
    Weights *weights = arena_alloc(arena, 1, sizeof *weights);
    *weights = weights_random(arena, sample.tokens.keys, n, s.dim, s.seed);
    SelfAttentionSettings settings = {.heads = s.heads,
                                      .positions = !s.no_positions,
                                      .variation.scale = s.no_scale ? SCALE_NONE : SCALE_ROOT,
                                      .mask = sample_mask(scene, s.mask, n)};
    sample.subject = sample_subject(scene, &s, &sample.tokens, weights->origin);
    sample.graph = named_graph(scene);
    WordVectors vectors = word_vectors(arena, weights, sample.tokens.keys, n);
    Scope scope = scope_of(sample.graph);
    Node *X = sentence_embeddings(scope, weights, vectors, sample.tokens.labels, n);
    sample.model = sentence_attention(scope, weights, X, settings);
    sample.trace = NULL;
    return sample;
}

Trace *sample_told(const Sample *sample)
{
    static const char *const options[] = {"attnviz", "--sentence"};
    const char **argv = arena_alloc(sample->graph->arena, 3, sizeof *argv);
    Trace *trace = trace_sentence_attention(sample->graph, &sample->model, &sample->subject,
                                            self_attention_list);
    add_panels(trace);
    memcpy(argv, options, sizeof options);
    argv[2] = sample->subject.text.text;
    trace->argc = 3;
    trace->argv = argv;
    return trace;
}

Sample sample_new(Scene *scene, SampleSettings settings)
{
    Sample sample = sample_untold(scene, settings);
    sample.trace = sample_told(&sample);
    return sample;
}

Trace *sample_trace(Scene *scene, SampleSettings settings)
{
    return sample_new(scene, settings).trace;
}

const Step *step_named(const Trace *trace, const char *id)
{
    const Step *step = trace_step(trace, id);
    fail_if(!step, "the trace has no step %s", id);
    return step;
}

Axis numbered_axis(Arena *arena, int count)
{
    const char **labels = arena_alloc(arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_format(arena, "%d", i + 1);
    return (Axis){.name = "feature", .count = count, .labels = labels};
}

Step step_of_numbers(Scene *scene, ValueKind kind, int rows, int cols, const char *const *labels,
                     const double *numbers, const double *mask)
{
    bool square = kind != VALUE_SIGNED || rows == cols;
    return (Step){.id = "step",
                  .title = "Step",
                  .formula = "x",
                  .note = "By hand.",
                  .rows = label_axis(square ? "query" : "token", labels, rows),
                  .cols =
                      square ? label_axis("key", labels, cols) : numbered_axis(scene->arena, cols),
                  .kind = kind,
                  .node = by_hand(graph_new(scene->arena), rows, cols, numbers),
                  .mask = mask ? by_hand(graph_new(scene->arena), rows, cols, mask) : NULL};
}

void recording_begin(Recording *recording)
{
    recording->stream = open_memstream(&recording->data, &recording->size);
    assert_non_null(recording->stream);
}

Bytes recording_end(Arena *arena, Recording *recording)
{
    assert_int_equal(fclose(recording->stream), 0);
    Bytes bytes = {arena_strndup(arena, recording->data, recording->size), recording->size};
    free(recording->data);
    return bytes;
}

int line_count(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

const char *line_at(Scene *scene, const char *text, int index)
{
    for (; index > 0; index--) {
        text = strchr(text, '\n');
        fail_if(!text, "there is no line %d more", index);
        text++;
    }
    return arena_strndup(scene->arena, text, strcspn(text, "\n"));
}

void check_narrow(Scene *scene, const char *text, int width)
{
    for (char *rest = arena_strdup(scene->arena, text), *line; (line = strsep(&rest, "\n"));)
        fail_if(utf8_width(line) > width || ends_with(line, " "), "%d columns, not %d: '%s'",
                utf8_width(line), width, line);
}
