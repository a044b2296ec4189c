/* Words about scores, masks and weights: who looks at whom; and about measures of attention without
 * projections, of each head and of their mean, which stand in this order in the rows or columns of
 * a step. */
#include "trace/sentences.h"

/* The dot products of vectors with themselves: one and the same node on both sides. */
static double is_with_itself(const Look *s)
{
    const Node *n = s->step->node;
    return n->input_count == 2 && n->inputs[0] == n->inputs[1];
}

/* What the other gives back. */
static Place gap_back(const Look *s)
{
    Place p = word_place(s, "gap");
    return place_here(s, p.col, p.row);
}

const Word attention_words[] = {
#include "trace/vocabulary_attention.list"
    {0}};
