/* Formulas as TeX sets them. */
#include "document/document.h"
#include "support/scene.h"

static const struct {
    const char *formula, *tex;
} cases[] = {
    {"", ""},
    {"softmax(QKᵀ/√d_k + M)V", "\\operatorname{softmax}(QK^{\\top}/\\sqrt{d_{k}} + M)V"},
    {"PE(p, 2i) = sin(p/10000^{2i/d})",
     "\\operatorname{PE}(p, 2i) = \\operatorname{sin}(p/10000^{2i/d})"},
    {"Concat(head_{1}, …, head_{12}) W_O",
     "\\operatorname{Concat}(\\operatorname{head}_{1}, \\ldots , \\operatorname{head}_{12}) W_{O}"},
    {"h→_i = z_i ⊙ h̃→_i",
     "\\overrightarrow{h}_{i} = z_{i} \\odot  \\overrightarrow{\\tilde{h}}_{i}"},
    {"X ← X + PE", "X \\leftarrow  X + \\operatorname{PE}"},
    {"qK ij knd qb", "qK ij knd \\operatorname{qb}"},
    {"(X − μ)/√(σ² + 0.00001) ⊙ γ", "(X - \\mu )/\\sqrt{\\sigma ^{2} + 0.00001} \\odot  \\gamma "},
    {"∂h_T/∂h_{T−i}", "\\partial h_{T}/\\partial h_{T-i}"},
    {"mean of softmax", "\\operatorname{mean}\\ \\operatorname{of}\\ \\operatorname{softmax}"},
    {"x₁₂ᵀ", "x_{12}^{\\top}"},
    {"ₖ", "_{k}"},
    {"√{a + b}", "\\sqrt{a + b}"},
    {"√", "\\sqrt{}"},
    {"√(a", "\\sqrt{a}"},
    {"a_", "a_"},
    {"a_{b", "a_{b}"},
    {"50 % & #1 $x$ \\input{y}",
     "50 \\% \\& \\#1 \\$x\\$ \\backslash \\operatorname{input}\\{y\\}"},
};

TEST(formulas_are_set_so)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(formula_tex(scene->arena, cases[i].formula), cases[i].tex);
}
