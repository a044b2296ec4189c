#include "write/formats.h"

#define FORMAT_ROW(name) {#name, write_##name, &name##_files},

const Format format_table[] = {FORMATS(FORMAT_ROW){NULL, NULL, NULL}};

const char *format_name(int index)
{
    return format_table[index].name;
}

const FileKind *format_files(int index)
{
    return format_table[index].files;
}

bool write_steps(const Trace *trace, const char *extension,
                 void (*write)(FILE *out, const Step *step), Folder *folder, Error *error)
{
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        FILE *out = folder_begin(folder, file_name(trace, i + 1, step->id, extension), error);
        if (!out)
            return false;
        write(out, step);
        if (!folder_end(folder, error))
            return false;
    }
    return true;
}
