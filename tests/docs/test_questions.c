/* docs/questions.md: at least fifty questions, numbered from 1, each with an answer in words, one
 * command that shows it, and the next experiment. That the commands print what stands there is for
 * test_commands.c. */
#include "support/page.h"
#include "support/shell.h"

typedef struct Question {
    int line; /* of the page, from 1 */
    int number;
    int blocks, commands, nexts;
    int begun;         /* console blocks whose first line is a command of attnviz */
    const char *next;  /* the last `Next:` command, or NULL */
    Text prose, block; /* the answer in words; the console blocks, commands and all */
} Question;

typedef struct Questions {
    Question *questions;
    int count;
} Questions;

/* ---- reading ---- */

static void read_block_line(Question *question, const char *line, const char *before)
{
    question->begun += strcmp(before, "```console") == 0 && begins_with(line, "$ attnviz ");
    question->commands += begins_with(line, "$ ");
    text_format(&question->block, "%s\n", line);
}

/* "Next: `attnviz cost`" */
static void read_next(Scene *scene, Question *question, const char *line)
{
    static const char before[] = "Next: `";
    size_t length = strlen(line);
    question->nexts++;
    if (begins_with(line, before) && length > strlen(before) && line[length - 1] == '`')
        question->next = arena_strndup(scene->arena, line + strlen(before),
                                       length - strlen(before) - strlen("`"));
}

static Questions read_questions(Scene *scene, const char *path)
{
    Lines lines = lines_of(scene, scene_read(scene, path).data);
    Questions all = {arena_alloc(scene->arena, (size_t)lines.count + 1, sizeof(Question)), 0};
    Question *last = NULL;
    bool in_block = false;
    for (int i = 0; i < lines.count; i++) {
        const char *line = lines.lines[i];
        if (begins_with(line, "### ") && !in_block) {
            last = &all.questions[all.count++];
            *last = (Question){.line = i + 1,
                               .number = atoi(line + strlen("### ")),
                               .prose = text_new(scene->arena),
                               .block = text_new(scene->arena)};
        } else if (!last) {
            continue;
        } else if (begins_with(line, "```")) {
            in_block = !in_block;
            last->blocks += in_block;
        } else if (in_block) {
            read_block_line(last, line, lines.lines[i - 1]);
        } else if (begins_with(line, "Next:")) {
            read_next(scene, last, line);
        } else if (*line != '#') {
            text_format(&last->prose, "%s\n", line);
        }
    }
    return all;
}

/* ---- what a question must have ---- */

/* NULL if the question has all that it needs, else what is wrong. */
static const char *fault_of(const Question *question, int number)
{
    if (question->number != number)
        return "out of order";
    if (question->prose.data[strspn(question->prose.data, "\n")] == '\0')
        return "no answer in words";
    if (question->blocks != 1 || question->commands != 1)
        return "not one command in one block";
    if (question->begun != 1)
        return "the block does not begin with attnviz";
    if (question->nexts != 1)
        return "not one Next: line";
    if (!question->next || !begins_with(question->next, "attnviz "))
        return "Next: names no command of attnviz";
    return NULL;
}

static Questions read_page(Scene *scene)
{
    return read_questions(scene, TESTS_FOLDER "/../docs/questions.md");
}

TEST(there_are_fifty_questions_each_with_an_answer_a_command_and_a_next_experiment)
{
    Questions all = read_page(scene);
    for (int i = 0; i < all.count; i++) {
        const char *fault = fault_of(&all.questions[i], i + 1);
        if (fault)
            scene_complain(scene, "docs/questions.md:%d: %s\n", all.questions[i].line, fault);
    }
    assert_true(all.count >= 50);
}

TEST(the_next_experiments_can_be_made)
{
    shell_prepare(scene);
    Questions all = read_page(scene);
    for (int i = 0; i < all.count; i++) {
        int status;
        const char *next = all.questions[i].next ? all.questions[i].next : "false";
        const char *printed = shell_run(scene, next, &status);
        if (status != 0)
            scene_complain(scene, "docs/questions.md:%d: exit status %d: %s\n%s",
                           all.questions[i].line, status, next, printed);
    }
}

/* ---- numbers ---- */

/* Where the number at `at` ends: 7, 0.81 or 1,028,000. */
static const char *number_end(const char *at)
{
    while (isdigit((unsigned char)*at) ||
           ((*at == '.' || *at == ',') && isdigit((unsigned char)at[1])))
        at++;
    return at;
}

/* All numbers of a text without their signs, each between two line ends. `code` and the targets of
   links are left out if asked. */
static const char *numbers_of(Scene *scene, const char *text, bool only_words)
{
    Text numbers = text_new(scene->arena);
    bool in_code = false, in_link = false;
    text_add(&numbers, "\n");
    for (const char *at = text; *at; at++) {
        in_code ^= only_words && *at == '`';
        in_link = only_words && (begins_with(at, "](") || (in_link && *at != ')'));
        if (in_code || in_link || !isdigit((unsigned char)*at))
            continue;
        const char *end = number_end(at);
        text_format(&numbers, "%.*s\n", (int)(end - at), at);
        at = end - 1;
    }
    return numbers.data;
}

/* The first number of the answer that is not in its block, or NULL. */
static const char *unfounded(Scene *scene, const Question *question)
{
    const char *known = numbers_of(scene, question->block.data, false);
    Lines used = lines_of(scene, numbers_of(scene, question->prose.data, true));
    for (int i = 1; i < used.count; i++)
        if (!strstr(known, arena_format(scene->arena, "\n%s\n", used.lines[i])))
            return used.lines[i];
    return NULL;
}

/* Whole ones, too, which test_commands.c lets pass. */
TEST(every_number_of_an_answer_stands_in_its_block)
{
    Questions all = read_page(scene);
    for (int i = 0; i < all.count; i++) {
        const char *number = unfounded(scene, &all.questions[i]);
        if (number)
            scene_complain(scene, "docs/questions.md:%d: not shown there: %s\n",
                           all.questions[i].line, number);
    }
}

/* ---- that these tests can fail ---- */

#define BLOCK "```console\n$ attnviz cost\n0.5\n```\n"
#define NEXT "Next: `attnviz norms`\n"

static const char *fault_in(Scene *scene, const char *text)
{
    scene_write(scene, "page.md", text);
    Questions all = read_questions(scene, "page.md");
    assert_int_equal(all.count, 1);
    const char *fault = fault_of(&all.questions[0], 1);
    return fault ? fault : "none";
}

TEST(what_a_question_lacks_is_found)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
#include "docs/faults.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(fault_in(scene, cases[i].text), cases[i].fault);
}

TEST(a_number_from_elsewhere_is_found)
{
    static const struct {
        const char *answer, *number;
    } cases[] = {
        {"0.5 of `9` in [a](b#9).", NULL},
        {"It is 5.", "5"},
        {"It is 0.55.", "0.55"},
        {"1,000 times.", "1,000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = arena_format(scene->arena, "### 1. A?\n%s\n" BLOCK, cases[i].answer);
        scene_write(scene, "page.md", text);
        assert_text(unfounded(scene, &read_questions(scene, "page.md").questions[0]),
                    cases[i].number);
    }
}
