#define _GNU_SOURCE /* strcasestr */

#include "cli/settings.h"

/* The contents of docs/questions.md. (The tour's stations have no topic and no next line.)
 *
 *     ## Topic
 *     ### 12. Why divide by √dₖ?
 *     The answer.
 *     ```console
 *     $ attnviz variance
 *     …
 *         ratio   5 × 1   …         ids of the steps to show
 *     ```
 *     Next: `attnviz …`
 */
extern const char questions_page[];

/* ---- the page ---- */

/* Markdown as plain text: without the markup of code, emphasis and links, and without line breaks.
 */
static const char *plain_words(Arena *arena, const char *markdown)
{
    static const char *const plain[] = {"`", "",     "*", "",   "[", "",  "]",
                                        "",  "\n\n", " ", "\n", " ", NULL};
    Text out = text_new(arena);
    while (*markdown) {
        text_add(&out, respelled(arena, next_part(arena, &markdown, "]("), plain));
        next_part(arena, &markdown, ")"); /* a link's address */
    }
    return text_trimmed(arena, (Bytes){out.data, out.length});
}

/* tests/docs checks that each question has all of these parts. */
static Question question_read(Arena *arena, const char *topic, const char *text)
{
    Question q = {.topic = topic};
    q.title = plain_words(arena, next_part(arena, &text, "\n\n"));
    q.answer = plain_words(arena, next_part(arena, &text, "```console\n$ "));
    q.shown = next_part(arena, &text, "\n```");
    next_part(arena, &text, "\nNext: `");
    q.next = next_part(arena, &text, "`");
    return q;
}

Questions questions_read(Arena *arena, const char *page)
{
    Questions q = {0};
    const char *rest = page, *topic = "", *part = next_part(arena, &rest, "\n### ");
    while (*rest) {
        const char *heading = strstr(part, "\n## ");
        topic = heading ? plain_words(arena, heading + strlen("\n## ")) : topic;
        part = next_part(arena, &rest, "\n### ");
        q.items = arena_grow(arena, q.items, q.count, sizeof *q.items);
        q.items[q.count++] = question_read(arena, topic, part);
    }
    return q;
}

/* ---- which one ---- */

static void list_all(const Questions *q)
{
    for (int i = 0; i < q->count; i++) {
        if (!i || strcmp(q->items[i].topic, q->items[i - 1].topic) != 0)
            printf("%s%s\n", i ? "\n" : "", q->items[i].topic);
        printf("  %s%s\n", i < 9 ? " " : "", q->items[i].title);
    }
    puts("\nattnviz ask 12, or attnviz ask \"why divide\", answers one.");
}

/* The score of a question for a search: how many of the words it contains; the title counts more.
 */
static int matches(const Question *question, const Strings *words, Arena *arena)
{
    int score = 0;
    for (int i = 0; i < words->count; i++)
        for (char *rest = arena_strdup(arena, words->items[i]), *word;
             (word = strsep(&rest, " ?"));)
            if (*word)
                score += 4 * (strcasestr(question->title, word) != NULL) +
                         (strcasestr(question->answer, word) != NULL);
    return score;
}

static const Question *find(Arena *arena, const Questions *q, const Strings *words)
{
    const Question *best = NULL;
    int most = 0;
    const char *first = words->items[0];
    FAILS_AS_USAGE;
    if (words->count == 1 && !first[strspn(first, "0123456789")])
        return &q->items[parse_whole("question", first, 1, q->count) - 1];
    for (int i = 0; i < q->count; i++) {
        int score = matches(&q->items[i], words, arena);
        best = score > most ? &q->items[i] : best;
        most = larger(most, score);
    }
    if (!best)
        fail_usage("no question has '%s'; attnviz ask lists all %d", first, q->count);
    return best;
}

/* ---- its answer ---- */

/* The ids of the steps in the output on the page: "    id   7 × 7   formula". */
static const char *shown_steps(Arena *arena, const char *shown)
{
    Text ids = text_new(arena);
    for (const char *line = shown; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *id = line + strspn(line, " ");
        size_t length = id == line + 4 ? strcspn(id, " \n") : 0;
        if (length && !strncmp(id + length, "   ", 3) && isdigit((unsigned char)id[length + 3]))
            text_format(&ids, "%s%.*s", ids.length ? "," : "", (int)length, id);
    }
    return ids.length ? ids.data : NULL;
}

void line_show(const Run *run, const char *title, const char *told, const char *shown)
{
    Run line = {.arena = run->arena};
    const char *typed = arena_strndup(run->arena, shown, strcspn(shown, "\n"));
    bool has_files = strstr(typed, "examples/"); /* which may not be installed */
    printf("%s\n\n", title);
    text_write_paragraph(stdout, run->arena, "    ", told, terminal_width());
    printf("\n$ %s\n", has_files ? shown : typed);
    if (has_files)
        return;
    line.argv = (const char *const *)line_words(run->arena, typed, &line.argc);
    run_read(&line);
    options_validate(&line);
    OutputSettings *output = &line.settings->output;
    output->writes_files = false;
    if (!output->only)
        output->only = shown_steps(run->arena, shown);
    Trace *trace = run_asked(&line);
    if (trace)
        output_trace(&line, trace);
}

Trace *ask_command(const Run *run)
{
    const Strings *words = &run->arguments->operands;
    Questions questions = questions_read(run->arena, questions_page);
    if (!words->count) {
        list_all(&questions);
        return NULL;
    }
    const Question *question = find(run->arena, &questions, words);
    line_show(run, question->title, question->answer, question->shown);
    printf("Next: %s\n", question->next);
    return NULL;
}
