#include "write/formats.h"

#define FORMAT_NAME(name) #name,
static const char *const format_names[] = {FORMATS(FORMAT_NAME) NULL};

#define FORMAT_ITSELF(name) &format_##name,
static const Format *const formats[] = {FORMATS(FORMAT_ITSELF)};

const char *format_name(int index)
{
    return format_names[index];
}

#define FORMAT_FILES(name) &format_##name.files,
FileKinds format_files[] = {FORMATS(FORMAT_FILES) NULL};

void format_write(int index, const Document *document, const WriteOptions *options, Folder *folder)
{
    const Format *format = formats[index];
    const Trace *trace = document->trace;
    if (format->encode) {
        figures_write(format, document, options, folder);
        return;
    }
    for (int i = 0; i < (format->write_step ? trace->step_count : 1); i++) {
        const Step *step = &trace->steps[i];
        if (format->write_step && step->unasked)
            continue;
        const char *name = format->files.name; /* ".csv", or "trace.txt" */
        name = format->write_step ? file_name(trace, i + 1, step->id, name + 1) : name;
        FILE *out = folder_begin(folder, name);
        if (format->write_step)
            format->write_step(out, step);
        else if (format->write_one)
            format->write_one(out, document, options);
        else
            page_write(out, format, document, options);
        folder_end(folder);
    }
}
