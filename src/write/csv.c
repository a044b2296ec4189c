#include "write/formats.h"

#include <wchar.h>

/* Begins what a spreadsheet would read as a formula: =HYPERLINK(…), @SUM(…), the full-width ＝
   of Japanese input. Also a leading apostrophe, so that the one put before these can be removed
   unambiguously. */
static const wchar_t guarded[] = L"=+-@\t\r\n＝＋－＠'";

/* Quotes a label that contains a comma, a quote or a line break, and doubles its quotes. */
static void put_label(FILE *out, const char *label)
{
    bool quoted = strpbrk(label, ",\"\r\n");
    wchar_t first = (wchar_t)utf8_decode(label, strlen(label)).value;
    fprintf(out, "%s%s", quoted ? "\"" : "", *label && wcschr(guarded, first) ? "'" : "");
    for (; *label; label++) {
        if (*label == '"')
            putc('"', out);
        putc(*label, out);
    }
    fputs(quoted ? "\"" : "", out);
}

void csv_put_row(FILE *out, const char *const *labels, int count)
{
    for (int i = 0; i < count; i++) {
        put_label(out, labels[i]);
        fputs(i + 1 < count ? "," : "\r\n", out);
    }
}

/* RFC 4180: a header row of column labels, then one row per token. Numbers round-trip float32; −∞
   is "-inf". */
static void write_step(FILE *out, const Step *step)
{
    fprintf(out, "%s\\%s,", step->rows.name, step->cols.name);
    csv_put_row(out, step->cols.labels, step->cols.count);
    for (int i = 0; i < step->rows.count; i++) {
        put_label(out, step->rows.labels[i]);
        for (int j = 0; j < step->cols.count; j++) {
            int text = step->texts ? (int)step_number(step, i, j) : 0;
            putc(',', out);
            if (text)
                put_label(out, step->places[text - 1]);
            else if (!step->texts)
                fprintf(out, "%.*g", step_digits(step), step_number(step, i, j));
        }
        fputs("\r\n", out);
    }
}

/* The mark that identifies our files is the \ between the axes' names in the corner. */
const Format format_csv = {.files = {".csv", "\\", 1, 64}, .write_step = write_step};
