#include "write/html.h"

void html_put_cells(FILE *out, const Trace *trace, const bool *tabled)
{
    (void)trace, (void)tabled;
    fputs("{}", out);
}
