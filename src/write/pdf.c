/* Figures as PDF: what svg.c writes, set and drawn by librsvg on a page of cairo's, fonts embedded.
 * Both are loaded when they are asked for, and so no other run starts the slower. */
#include "write/figures.h"

#include <dlfcn.h>

/* ---- the libraries ---- */

typedef struct Rectangle {
    double x, y, width, height;
} Rectangle;

enum { METADATA_TITLE, METADATA_SUBJECT = 2, METADATA_CREATOR = 4, METADATA_DATE };

/* What is called of them; librsvg brings the others along. */
typedef struct Libraries {
    void *(*handle_new)(const unsigned char *bytes, size_t size, void **failure);
    int (*render)(void *handle, void *cr, const Rectangle *viewport, void **failure);
    void (*unref)(void *object);
    void *(*surface_new)(int (*write)(void *closure, const unsigned char *bytes, unsigned size),
                         void *closure, double width, double height);
    void (*set_metadata)(void *surface, int key, const char *text);
    void *(*create)(void *surface);
    void (*destroy)(void *cr);
    void (*finish)(void *surface);
    int (*status)(void *surface);
    void (*surface_destroy)(void *surface);
} Libraries;

static bool find(void *library, const char *name, void *place)
{
    void *function = dlsym(library, name);
    *(void **)place = function;
    return function;
}

/* They stay for the rest of the run. */
static bool load(Libraries *l, Error *error)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_GLOBAL);
    if (library && find(library, "rsvg_handle_new_from_data", &l->handle_new) &&
        find(library, "rsvg_handle_render_document", &l->render) &&
        find(library, "g_object_unref", &l->unref) &&
        find(library, "cairo_pdf_surface_create_for_stream", &l->surface_new) &&
        find(library, "cairo_pdf_surface_set_metadata", &l->set_metadata) &&
        find(library, "cairo_create", &l->create) && find(library, "cairo_destroy", &l->destroy) &&
        find(library, "cairo_surface_finish", &l->finish) &&
        find(library, "cairo_surface_status", &l->status) &&
        find(library, "cairo_surface_destroy", &l->surface_destroy))
        return true;
    return fail(error, "--format pdf: there is no librsvg (of Debian's package librsvg2-2)");
}

/* ---- a page ---- */

static int on_write(void *file, const unsigned char *bytes, unsigned size)
{
    fwrite(bytes, 1, size, file); /* a failure stays in the stream */
    return 0;
}

static bool draw_page(const Libraries *l, FILE *out, Bytes svg, const Drawing *drawing,
                      const FigureInfo *info)
{
    double points = 72.0 / drawing->dpi;
    Rectangle page = {0, 0, drawing->width * points, drawing->height * points};
    void *handle = l->handle_new((const unsigned char *)svg.data, svg.size, NULL);
    void *surface = l->surface_new(on_write, out, page.width, page.height);
    void *cr = l->create(surface);
    l->set_metadata(surface, METADATA_TITLE, info->title);
    l->set_metadata(surface, METADATA_SUBJECT, info->description);
    l->set_metadata(surface, METADATA_CREATOR, info->command);
    l->set_metadata(surface, METADATA_DATE, ""); /* none: the same command gives the same bytes */
    bool drawn = handle && l->render(handle, cr, &page, NULL);
    l->destroy(cr);
    l->finish(surface);
    drawn = drawn && !l->status(surface);
    l->surface_destroy(surface);
    if (handle)
        l->unref(handle);
    return drawn;
}

static bool write_drawing(FILE *out, const Drawing *drawing, const FigureInfo *info, Arena *scratch,
                          Error *error)
{
    Libraries libraries = {0};
    Bytes svg;
    if (!load(&libraries, error) || !figure_bytes(svg_write, drawing, info, scratch, &svg, error))
        return false;
    return draw_page(&libraries, out, svg, drawing, info) ||
           fail(error, "PDF: librsvg does not draw the figure");
}

static bool write_all(const Document *document, const WriteOptions *options, Folder *folder,
                      Error *error)
{
    return figures_write("pdf", write_drawing, document, options, folder, error);
}

const Format format_pdf = {.files = {".pdf", "%PDF-", 5, 5}, .write_all = write_all};
