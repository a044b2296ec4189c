#include "write/formats.h"

#include "write/csv.h"
#include "write/json.h"
#include "write/names.h"
#include "write/npy.h"
#include "write/png.h"
#include "write/text.h"

static bool write_text(const Trace *trace, const WriteOptions *options, Folder *folder,
                       Error *error)
{
    FILE *out = folder_begin(folder, "trace.txt", error);
    if (!out)
        return false;
    text_write_trace(out, trace, &(TextStyle){.precision = options->precision});
    if (options->appendix)
        options->appendix(out, trace);
    return folder_end(folder, error);
}

static bool write_json(const Trace *trace, const WriteOptions *options, Folder *folder,
                       Error *error)
{
    (void)options;
    FILE *out = folder_begin(folder, "trace.json", error);
    if (!out)
        return false;
    json_write_trace(out, trace);
    return folder_end(folder, error);
}

/* One file a step. */
static bool write_steps(const Trace *trace, const char *extension,
                        void (*write)(FILE *out, const Step *step), Folder *folder, Error *error)
{
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        const char *name = file_name(trace, i + 1, step->id, extension);
        FILE *out = folder_begin(folder, name, error);
        if (!out)
            return false;
        write(out, step);
        if (!folder_end(folder, error))
            return false;
    }
    return true;
}

static bool write_csv(const Trace *trace, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    return write_steps(trace, "csv", csv_write_step, folder, error);
}

static bool write_npy(const Trace *trace, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    return write_steps(trace, "npy", npy_write_step, folder, error);
}

static bool write_png(const Trace *trace, const WriteOptions *options, Folder *folder, Error *error)
{
    unsigned too = (options->features ? DRAW_FEATURES : 0u) | (options->full ? DRAW_MINOR : 0u);
    return png_write_trace(trace, options->figure, too, folder, options->warnings, error);
}

const Format format_table[FORMAT_COUNT] = {
    {"text", write_text}, {"png", write_png},   {"csv", write_csv},
    {"npy", write_npy},   {"json", write_json},
};
