#include "document/document.h"

Document *document_new(Arena *arena, const Trace *trace)
{
    return arena_copy(arena, &(Document){.arena = arena, .trace = trace}, sizeof(Document));
}

void document_add(Document *d, Block block)
{
    d->blocks = arena_append(d->arena, d->blocks, &d->count, &block, sizeof block);
}

void document_say(Document *d, BlockKind kind, const char *text)
{
    document_add(d, (Block){.kind = kind, .text = text});
}

Listing *document_list(Document *d, const int *widths, int column_count)
{
    Listing empty = {.widths = widths, .column_count = column_count};
    Listing *listing = arena_copy(d->arena, &empty, sizeof empty);
    document_add(d, (Block){.kind = BLOCK_LISTING, .listing = listing});
    return listing;
}

void listing_add(Document *d, Listing *l, const char *const *cells)
{
    for (int i = 0; i < l->column_count; i++)
        l->cells = arena_append(d->arena, l->cells, &l->count, &cells[i], sizeof cells[i]);
}

/* ---- files ---- */

const char *file_name(const Trace *trace, int number, const char *id, const char *extension)
{
    int digits = snprintf(NULL, 0, "%02d", trace->step_count); /* width of the last number */
    id = respelled(trace->arena, id, (const char *const[]){"/", "-", NULL});
    return arena_format(trace->arena, "%0*d-%s.%s", digits, number, id, extension);
}

/* ---- a trace ---- */

/* Only words followed by "=", as in "d_k = 16", are formulas: a file name may contain _ and ^. */
static const char *provenance_plain(Arena *arena, const char *provenance)
{
    Text out = text_new(arena);
    while (*provenance) {
        const char *word = next_part(arena, &provenance, " ");
        text_add(&out, strncmp(provenance, "= ", 2) ? word : formula_plain(arena, word));
        text_add(&out, *provenance ? " " : "");
    }
    return out.data;
}

static void add_title(Document *d)
{
    const Trace *trace = d->trace;
    const char *provenance = provenance_plain(d->arena, trace->provenance);
    for (int i = 0; i < trace->text_count; i++)
        document_say(d, BLOCK_QUOTE, visible_text(d->arena, trace->texts[i].text));
    int tokens = trace->text_count == 1 ? trace->texts[0].token_count : 0;
    if (tokens)
        provenance = arena_format(d->arena, "%d token%s; %s", tokens, plural(tokens), provenance);
    document_say(d, BLOCK_PARAGRAPH, provenance);
    if (trace->judgement)
        document_say(d, BLOCK_PARAGRAPH, trace->judgement);
}

static void add_panel(Document *d, int index, unsigned wanted)
{
    const Panel *panel = &d->trace->panels[index];
    bool asked = !panel->minor || (wanted & DRAW_MINOR);
    d->undrawn |= !asked;
    if (!asked || panel->unasked)
        return;
    int number = index ? panel->after + 1 : 0; /* the overview comes first */
    document_add(d, (Block){.kind = BLOCK_FIGURE, .panel = panel, .number = number});
}

Panel *step_panel(const Trace *trace, const Step *step)
{
    PanelPlace place = {.step = step};
    Panel panel = {.id = step->id,
                   .title = step->title,
                   .formula = step->formula,
                   .note = step->note,
                   .after = (int)(step - trace->steps),
                   .rows = 1,
                   .cols = 1,
                   .places = arena_copy(trace->arena, &place, sizeof place)};
    return arena_copy(trace->arena, &panel, sizeof panel);
}

static void add_step(Document *d, int index, unsigned wanted)
{
    const Step *step = &d->trace->steps[index];
    document_add(d, (Block){.kind = BLOCK_HEADING, .text = step->title, .number = index + 1});
    document_add(d, (Block){.kind = BLOCK_FORMULA, .step = step});
    document_say(d, BLOCK_PARAGRAPH, step->note);
    document_add(d, (Block){.kind = BLOCK_TABLE, .step = step});
    bool asked = !step_is_minor(step) || (wanted & DRAW_MINOR);
    bool drawn = !step->detail && ((wanted & DRAW_FEATURES) || step_is_drawn(step));
    d->undrawn |= drawn && !asked;
    if (drawn && asked)
        document_add(d, (Block){.kind = BLOCK_FIGURE,
                                .step = step,
                                .panel = step_panel(d->trace, step),
                                .number = index + 1});
}

/* Names the run of details and later steps that begins here; returns its length. */
static int leave_out(Document *d, int first)
{
    const Step *begin = &d->trace->steps[first], *end = d->trace->steps + d->trace->step_count;
    int count = 0;
    while (begin + count < end && (begin[count].detail || begin[count].later))
        count++;
    if (!count)
        return 0;
    const char *last = begin[count - 1].id;
    const char *ids = count > 1 ? arena_format(d->arena, "%s … %s", begin->id, last) : last;
    document_say(
        d, BLOCK_PARAGRAPH,
        arena_format(d->arena, "… %d step%s left out here: %s", count, plural(count), ids));
    d->left_out += count;
    return count;
}

void document_add_trace(Document *d, unsigned wanted)
{
    const Trace *trace = d->trace;
    add_title(d);
    for (int k = 0; k < trace->panel_count; k++)
        if (k == 0 || trace->panels[k].after < 0)
            add_panel(d, k, wanted);
    for (int i = 0, told; i < trace->step_count; i += told) {
        told = wanted & TELL_ALL ? 0 : leave_out(d, i);
        if (!told && !trace->steps[i].unasked)
            add_step(d, i, wanted);
        told = told ? told : 1;
        for (int k = 1; k < trace->panel_count; k++)
            if (trace->panels[k].after >= i && trace->panels[k].after < i + told)
                add_panel(d, k, wanted);
    }
    if (!trace->source || trace->is_partial)
        return;
    /* last, because it is long and the same for every sentence */
    document_say(d, BLOCK_HEADING, "Weights");
    document_say(d, BLOCK_PARAGRAPH, visible_text(d->arena, trace->source));
}
