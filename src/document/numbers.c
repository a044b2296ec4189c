#include "document/document.h"

bool cell_is_masked(const Step *step, int row, int col)
{
    return !isfinite(node_row(step->node, row).data[col]) || step_is_masked(step, row, col);
}

double step_range(const Step *step)
{
    return (double)step_survey(step).size;
}

bool bars_are_list(const Step *step)
{
    return step->cols.count == 1;
}

/* ---- numbers ---- */

NumberFormat fixed_format(const Step *step, int precision)
{
    bool whole = step->kind == VALUE_COUNT || step_is_whole(step);
    return (NumberFormat){.step = step, .decimals = whole ? 0 : larger(step->decimals, precision)};
}

NumberFormat table_format(const Step *step, int precision)
{
    NumberFormat format = fixed_format(step, precision);
    double least = 0.5 / power_of_ten(format.decimals);
    if (step->kind != VALUE_SIGNED && step->kind != VALUE_SIZE)
        return format;
    size_t kept = 0, lost = 0;
    for (int i = 0; i < rows_of(step->node); i++) {
        const real *row = node_row(step->node, i).data;
        for (int j = 0; j < cols_of(step->node); j++) {
            double size = fabs((double)row[j]);
            kept += size >= least;
            lost += size > 0 && size < least;
        }
    }
    bool logarithmic = step->form == FORM_CURVES && step->curves->log_y;
    format.scientific = logarithmic ? lost > 0 : lost > kept;
    return format;
}

const char *number_text(const NumberFormat *format, double x, char out[NUMBER_SIZE])
{
    if (format->step->kind == VALUE_COUNT)
        return number_count(out, x);
    return (format->scientific ? number_scientific : number_fixed)(out, x, format->decimals);
}

const char *weight_text(const NumberFormat *format, double x, char out[NUMBER_SIZE])
{
    char text[NUMBER_SIZE];
    double least = copysign(1 / power_of_ten(format->decimals), x);
    if (fabs(x) >= fabs(least) / 2)
        return number_text(format, x, out);
    snprintf(out, NUMBER_SIZE, x < 0 ? ">%s" : "<%s", number_fixed(text, least, format->decimals));
    return x == 0 ? "0" : out;
}

const char *cell_text(const NumberFormat *format, int row, int col, char out[NUMBER_SIZE])
{
    const Step *step = format->step;
    double x = step_number(step, row, col);
    if (step->places)
        return x > 0 ? step->places[(int)x - 1] : "·";
    return step_is_masked(step, row, col) && isfinite(x) ? "·" : number_text(format, x, out);
}

/* Whether the columns are words that each row attends to. */
static bool looks_at_words(const Step *step)
{
    return id_matches("key|source word|word read",
                      step->turned ? step->rows.name : step->cols.name);
}

bool cell_is_faint(const NumberFormat *format, int row, int col)
{
    ValueKind kind = format->step->kind;
    bool weighs = kind == VALUE_PROBABILITY || kind == VALUE_DIFFERENCE ||
                  (looks_at_words(format->step) && (kind == VALUE_FRACTION || kind == VALUE_SIZE));
    return weighs &&
           fabs(step_number(format->step, row, col)) < 0.5 / power_of_ten(format->decimals);
}

/* ---- words ---- */

#define KIND(name, ...) {__VA_ARGS__},
const KindWords kind_words[] = {
#include "graph/value_kinds.list"
};

static bool is_made_by(const Step *step, const char *operation)
{
    return !strcmp(step->node->op->name, operation);
}

const char *step_meaning(const Step *step)
{
    ValueKind kind = step->kind;
    bool looks = looks_at_words(step);
    if (kind == VALUE_FRACTION && is_made_by(step, "row_shares"))
        return "share of the row";
    if (kind == VALUE_SIGNED && looks)
        return is_made_by(step, "subtract") ? kind_words[VALUE_DIFFERENCE].name : "score";
    if (kind == VALUE_DIFFERENCE && !looks)
        return kind_words[kind].name;
    /* the Gaussian window of local attention (Luong et al. 2015, eq. 10) is a factor, no weight */
    if (looks && (kind == VALUE_SHARE || (kind == VALUE_FRACTION && !is_made_by(step, "gaussian"))))
        kind = VALUE_PROBABILITY;
    return kind_words[kind].meaning;
}
