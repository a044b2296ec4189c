/* Evaluates the arithmetic that attnviz prints: + − × / ^ √ ∞, brackets, exp, log, sin, cos, tanh,
 * max(a, b) and numbers. What cannot be read is a failed test. */
#ifndef SUPPORT_ARITHMETIC_H
#define SUPPORT_ARITHMETIC_H

double evaluate(const char *expression);

#endif
