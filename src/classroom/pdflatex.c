/* PDF of a paper: runs pdflatex in a temporary folder, which is removed afterwards, also when a
 * signal ends the program. */
#include "base/folder.h"
#include "classroom/paper.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST_PDF = 1 << 30, NOT_FOUND = 127 };

typedef struct Work {
    const char *path;
    int folder;
    pid_t child; /* or 0, or −1 if there could be none */
    Undoing undoing;
} Work;

/* For a signal; and what else is held. */
static void undo(const void *data)
{
    static const char *const names[] = {"paper.tex", "paper.pdf", "paper.aux", "paper.log"};
    const Work *w = data;
    if (w->child > 0)
        kill(w->child, SIGKILL);
    for (int i = 0; i < 4; i++)
        unlinkat(w->folder, names[i], 0);
    rmdir(w->path);
}

static void work_end(Work *w)
{
    undo(w);
    interrupt_forgets(&w->undoing);
    file_close(&w->folder);
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

static void run_pdflatex(Work *w)
{
    int status = 0;
    w->child = fork();
    if (w->child < 0)
        fail("--format pdf: %s", strerror(errno));
    if (!w->child)
        become_pdflatex(w->folder);
    while (waitpid(w->child, &status, 0) < 0 && errno == EINTR)
        continue;
    w->child = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        fail("--format pdf: there is no pdflatex (of Debian's package texlive-latex-recommended)");
    if (status)
        fail("--format pdf: pdflatex does not set the sheets");
}

static void write_tex(FILE *stream, const void *tex)
{
    fputs(tex, stream);
}

Bytes paper_pdf(Arena *arena, const char *tex)
{
    char *path = arena_format(arena, "%s/attnviz-XXXXXX", environment("TMPDIR", "/tmp"));
    if (!mkdtemp(path))
        fail_file(path);
    ENDED_BY(work_end) Work w = {.path = path, .undoing = {.undo = undo, .what = &w}};
    w.folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    interrupt_undoes(&w.undoing);
    whole_file_write(arena, arena_format(arena, "%s/paper.tex", path), write_tex, tex);
    run_pdflatex(&w);
    return file_read(arena, arena_format(arena, "%s/paper.pdf", path), LARGEST_PDF);
}
