/* Figures as PDF: librsvg renders the output of svg.c on a cairo PDF surface, with fonts embedded.
 * Both libraries are loaded on demand, so that other runs do not start slower. */
#include "write/formats.h"

#include <dlfcn.h>
#include <unistd.h>

/* ---- the libraries ---- */

enum { METADATA_TITLE, METADATA_SUBJECT = 2, METADATA_CREATOR = 4, METADATA_DATE };

typedef int OnWrite(void *file, const unsigned char *bytes, unsigned size);

#define FUNCTION(type, name, parameters) type(*name) parameters;
typedef struct Libraries {
#include "write/pdf.list"
} Libraries;

/* The libraries stay loaded for the rest of the run. */
static bool load(Libraries *l)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_GLOBAL);
    bool found = library;
#define FUNCTION(type, name, ...) found = found && (*(void **)&l->name = dlsym(library, #name));
#include "write/pdf.list"
    return found;
}

/* ---- a page ---- */

static int on_write(void *file, const unsigned char *bytes, unsigned size)
{
    text_add_bytes(file, (const char *)bytes, size);
    return 0;
}

static bool draw_page(const Libraries *l, Text *out, Bytes svg, const Drawing *drawing)
{
    double points = 72.0 / drawing->dpi;
    double page[] = {0, 0, drawing->width * points, drawing->height * points};
    void *handle = l->rsvg_handle_new_from_data((const unsigned char *)svg.data, svg.size, NULL);
    void *surface = l->cairo_pdf_surface_create_for_stream(on_write, out, page[2], page[3]);
    void *cr = l->cairo_create(surface);
    l->cairo_pdf_surface_set_metadata(surface, METADATA_TITLE, drawing->info.title);
    l->cairo_pdf_surface_set_metadata(surface, METADATA_SUBJECT, drawing->info.description);
    l->cairo_pdf_surface_set_metadata(surface, METADATA_CREATOR, drawing->info.command);
    /* no date: the same command gives the same bytes */
    l->cairo_pdf_surface_set_metadata(surface, METADATA_DATE, "");
    bool drawn = handle && l->rsvg_handle_render_document(handle, cr, page, NULL);
    l->cairo_destroy(cr);
    l->cairo_surface_finish(surface);
    drawn = drawn && !l->cairo_surface_status(surface);
    l->cairo_surface_destroy(surface);
    if (handle)
        l->g_object_unref(handle);
    return drawn;
}

/* What is written to standard error goes there again. */
static void speak(const void *said)
{
    dup2(*(const int *)said, STDERR_FILENO);
}

static Bytes encode(const Drawing *drawing, Arena *arena, Arena *scratch)
{
    Libraries libraries = {0};
    Text file = text_new(arena);
    Bytes svg = svg_encode(drawing, scratch, scratch);
    ENDED_BY(file_close) int said = dup(STDERR_FILENO);
    ENDED_BY(file_close) int unsaid = said < 0 ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    Undoing speaking = {.undo = speak, .what = &said}; /* before the program says why it ends */
    interrupt_undoes(&speaking);
    dup2(unsaid, STDERR_FILENO); /* silences warnings about fonts and files that are not ours */
    memory_ends_program();
    bool loaded = load(&libraries), drawn = loaded && draw_page(&libraries, &file, svg, drawing);
    speak(&said);
    interrupt_forgets(&speaking);
    if (!drawn)
        fail(loaded ? "PDF: librsvg does not draw the figure"
                    : "--format pdf: there is no librsvg (of Debian's package librsvg2-2)");
    return (Bytes){file.data, file.length};
}

const Format format_pdf = {.files = {".pdf", BEGINS("%PDF-")}, .encode = encode};
