/* Worksheets for the printer: a document of headings and exercises, one sheet behind the other. */
#pragma once

#include "write/formats.h"

enum { SHEET_FORMATS = 3 };

/* "html", "latex", "markdown"; NULL behind the last. */
const char *sheet_format_name(int index);

/* As "sheets.html", "sheets.tex", "sheets.md", for A4 or Letter. */
bool sheets_write(Folder *folder, const char *name, int format, bool on_letter,
                  const Document *document, Error *error);
