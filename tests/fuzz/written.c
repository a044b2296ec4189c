/* What attnviz writes of a sentence is read back: JSON, CSV and NPY have the trace's numbers. */
#include "fuzz/targets.h"

#include "load/tokens.h"
#include "support/read_back.h"
#include "support/sample.h"

void fuzz_written(Arena *arena, Bytes input)
{
    enum { MOST = 8 };
    static const char *const masks[] = {NULL, "causal", "local:1", "padding:0"};
    int choice = fuzz_byte(&input);
    const char *text = fuzz_string(arena, input);
    if (!is_accepted("it: ", tokenize(arena, "it", text, strlen(text), MOST)))
        return;
    const Trace *trace =
        sample_trace(&(Scene){.arena = arena}, (SampleSettings){.text = text,
                                                                .heads = 1 + choice / 4 % 2,
                                                                .dim = 2,
                                                                .seed = (uint64_t)choice + 1,
                                                                .mask = masks[choice % 4]});
    check_json(arena, trace);
    for (int i = 0; i < trace->step_count; i++) {
        check_csv(arena, &trace->steps[i]);
        check_npy(arena, &trace->steps[i]);
    }
}
