/* PDF of a paper: runs pdflatex in a temporary folder, which is removed afterwards, also when a
 * signal ends the program. */
#include "base/folder.h"
#include "classroom/paper.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST_PDF = 1 << 30, NOT_FOUND = 127 };

typedef struct Work {
    Arena *arena;
    const char *tex;
    Bytes *pdf;
    char *path;
    int folder;
    pid_t child; /* or 0 */
    Undoing undoing;
} Work;

static void undo(const void *data)
{
    static const char *const names[] = {"paper.tex", "paper.pdf", "paper.aux", "paper.log"};
    const Work *w = data;
    if (w->child)
        kill(w->child, SIGKILL);
    for (int i = 0; i < 4; i++)
        unlinkat(w->folder, names[i], 0);
    rmdir(w->path);
}

/* No date, no shell escape, no interaction: the same paper gives the same bytes. */
_Noreturn static void become_pdflatex(int folder)
{
    int nothing = open("/dev/null", O_RDWR);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        dup2(nothing, stream);
    setenv("SOURCE_DATE_EPOCH", "0", 1);
    if (fchdir(folder) == 0)
        execlp("pdflatex", "pdflatex", "-no-shell-escape", "-interaction=batchmode",
               "-halt-on-error", "paper.tex", (char *)NULL);
    _exit(NOT_FOUND);
}

static bool run_pdflatex(Work *w, Error *error)
{
    int status = 0;
    w->child = fork();
    if (w->child < 0)
        return fail(error, "--format pdf: %s", strerror(errno));
    if (!w->child)
        become_pdflatex(w->folder);
    while (waitpid(w->child, &status, 0) < 0 && errno == EINTR)
        continue;
    w->child = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        return fail(error, "--format pdf: there is no pdflatex (of Debian's package "
                           "texlive-latex-recommended)");
    return !status || fail(error, "--format pdf: pdflatex does not set the sheets");
}

static void write_tex(FILE *stream, const void *tex)
{
    fputs(tex, stream);
}

static bool set_paper(void *data, Error *error)
{
    Work *w = data;
    const char *tex = arena_format(w->arena, "%s/paper.tex", w->path);
    const char *pdf = arena_format(w->arena, "%s/paper.pdf", w->path);
    return whole_file_write(w->arena, tex, write_tex, w->tex, error) && run_pdflatex(w, error) &&
           file_read(w->arena, pdf, LARGEST_PDF, w->pdf, error);
}

bool paper_pdf(Arena *arena, const char *tex, Bytes *pdf, Error *error)
{
    const char *above = getenv("TMPDIR");
    Work w = {.arena = arena, .tex = tex, .pdf = pdf, .undoing = {.undo = undo, .what = &w}};
    w.path = arena_format(arena, "%s/attnviz-XXXXXX", above && *above ? above : "/tmp");
    if (!mkdtemp(w.path))
        return fail(error, "%s: %s", w.path, strerror(errno));
    w.folder = open(w.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    interrupt_undoes(&w.undoing);
    bool done = attempt(set_paper, &w, error);
    undo(&w);
    interrupt_forgets(&w.undoing);
    file_close(&w.folder);
    return done;
}
