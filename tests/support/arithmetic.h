/* Evaluates the arithmetic that attnviz prints: + − × / ^ √ ∞, brackets, exp, log, sin, cos, tanh,
 * max(a, b) and numbers. What cannot be read is a failed test. */
#pragma once

double evaluate(const char *expression);
