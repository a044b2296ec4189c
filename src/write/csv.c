#include "write/formats.h"

#include <string.h>

/* A field that holds a comma, a quote or a line break is quoted, its quotes doubled. */
static void put_field(FILE *out, const char *field)
{
    if (!strpbrk(field, ",\"\r\n")) {
        fputs(field, out);
        return;
    }
    putc('"', out);
    for (; *field; field++) {
        if (*field == '"')
            putc('"', out);
        putc(*field, out);
    }
    putc('"', out);
}

void csv_write_step(FILE *out, const Step *step)
{
    fprintf(out, "%s\\%s", step->rows.name, step->cols.name);
    for (int j = 0; j < step->cols.count; j++) {
        putc(',', out);
        put_field(out, step->cols.labels[j]);
    }
    fputs("\r\n", out);
    for (int i = 0; i < step->rows.count; i++) {
        put_field(out, step->rows.labels[i]);
        for (int j = 0; j < step->cols.count; j++)
            fprintf(out, ",%.*g", step_digits(step), step_number(step, i, j));
        fputs("\r\n", out);
    }
}

/* The mark is in the corner between two axes' names. */
const FileKind csv_files = {".csv", "\\", 1, 64};

bool write_csv(const Document *document, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    return write_steps(document->trace, "csv", csv_write_step, folder, error);
}
