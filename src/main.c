#include "cli/settings.h"

#include <jansson.h>

static void run_command(const Run *run)
{
    const Strings *operands = &run->arguments->operands;
    const char *place = place_of_sentences(run->arguments);
    bool is_dashed = operands->count && /* as word processors print two hyphens */
                     (begins_with(operands->items[0], "–") || begins_with(operands->items[0], "—"));
    if (is_dashed)
        fail_usage("unexpected '%s'; an option begins with two hyphens", operands->items[0]);
    if (operands->count && !run->arguments->command->operands)
        fail_usage("unexpected '%s'%s%s", operands->items[0],
                   *place ? place : "; this command takes options only",
                   *place ? ", in quotes" : "");
    options_validate(run);
    Trace *trace = (run->settings->translating.sample ? language_command : run_asked)(run);
    if (trace)
        output_trace(run, trace);
}

/* --help and its like need nothing of what the command needs. */
static void obey(void *data)
{
    Run *run = data;
    run_read(run);
    if (is_given(run, "help"))
        help_write(stdout, run->arena, "help", run->arguments->command);
    else if (is_given(run, "version"))
        printf("attnviz %s\n", ATTNVIZ_VERSION);
    else if (is_given(run, "man"))
        help_write(stdout, run->arena, "manual", command_table[0]);
    else if (is_given(run, "completion"))
        completion_write(stdout, run->arena, argument_named(run->arguments, "completion")->value);
    else if (run->argc < 2 && !input_is_piped())
        help_write(stdout, run->arena, "start", command_table[0]);
    else
        run_command(run);
    /* standard output may be a full disk or a closed pipe; a write that failed earlier has left no
       reason */
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("standard output: %s", errno ? strerror(errno) : "not all of it was written");
}

/* Refused, jansson would lose letters of a string, or abort. */
static void *json_take(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        out_of_memory();
    return memory;
}

int main(int argc, char **argv)
{
    static char name[] = "attnviz";
    interrupt_install();
    json_set_alloc_funcs(json_take, free);
    *argv = name; /* what files say of their command does not depend on where the program lies */
    Arena *arena = arena_new();
    Error error = {0};
    Run line = {.arena = arena, .argc = argc, .argv = (const char *const *)argv};
    if (!attempt(obey, &line, &error)) /* one line, whatever the message quotes */
        fprintf(stderr, "attnviz: %s\n", visible_text(arena, error.message));
    arena_free(arena);
    interrupt_finish();
    return error.exit_code;
}
