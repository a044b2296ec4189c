/* Markdown and LaTeX of a whole trace, as the program writes them. */
#include "support/program.h"

#include <string.h>

/* Every character that either of them takes for its own, and letters of other alphabets. */
static const char hostile[] = "\\input{x} | <script> $y$ a_b % # & ~ ^ `c` *d* [e](f) - \" ا 日 é";

static const char *page(Scene *scene, const char *options, const char *name)
{
    check_finished(attnviz(scene, "-n 1 -q %s -s '%s'", options, hostile));
    return scene_read(scene, name).data;
}

static void check_has(const char *page, const char *const *parts)
{
    for (; *parts; parts++)
        if (!strstr(page, *parts))
            fail_msg("no '%s' in:\n%.2000s", *parts, page);
}

TEST(markdown_has_headings_formulas_pipe_tables_and_pictures)
{
    static const char *const parts[] = {"<!-- made by attnviz ",
                                        "> \\\\input{x} \\| &lt;script&gt; \\$y\\$ a\\_b % # &amp; "
                                        "\\~ ^ \\`c\\` \\*d\\* \\[e\\](f)",
                                        "\n## 1\\. Embeddings\n\n*embeddings*, ",
                                        "\n$$XX^{\\top}/\\sqrt{d}$$\n",
                                        "](00-overview.png)\n",
                                        "\n|---|--:|",
                                        "\n|script|",
                                        NULL};
    const char *text = page(scene, "-f md,png", "attnviz-out/trace.md");
    check_has(text, parts);
    assert_null(strstr(text, "<script"));
}

TEST(without_pictures_none_is_linked)
{
    assert_null(strstr(page(scene, "-f md", "attnviz-out/trace.md"), ".png"));
    assert_null(strstr(page(scene, "-f latex", "attnviz-out/trace.tex"), "includegraphics{"));
}

TEST(latex_has_sections_formulas_booktabs_and_pictures)
{
    static const char *const parts[] = {
        "% made by attnviz ",
        "\\textbackslash{}input\\{x\\} \\textbar{} \\textless{}script\\textgreater{} \\$y\\$ a\\_b "
        "\\% \\# \\& \\textasciitilde{} \\textasciicircum{} \\textasciigrave{}c",
        "\\codepoint{0627}{ا} \\codepoint{65E5}{日} é",
        "\\section*{1. Embeddings}\n",
        "$\\displaystyle XX^{\\top}/\\sqrt{d}$",
        "\\includegraphics[width=\\linewidth,height=0.8\\textheight,keepaspectratio]{00-overview."
        "png}",
        "\\toprule\n",
        "\nscript & ",
        "\\end{document}\n",
        NULL};
    const char *text = page(scene, "-f latex,png", "attnviz-out/trace.tex");
    check_has(text, parts);
    assert_null(strstr(text, "\\input{x}"));
}

TEST(a_large_matrix_is_cut_in_the_middle)
{
    static const char *const markdown[] = {"|1|2|3|4|5|6|…|43|44|45|46|47|48|\n", NULL};
    static const char *const latex[] = {" & 4 & 5 & $\\cdots$ & 44 & 45 & ", NULL};
    check_has(page(scene, "-f md", "attnviz-out/trace.md"), markdown);
    check_has(page(scene, "-f latex", "attnviz-out/trace.tex"), latex);
}
