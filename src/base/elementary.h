/* Elementary functions whose bits are the same on every machine.
 *
 * The C library picks its exp or sin by processor, and two of them may differ in the last bit;
 * then the same command would not write the same file. These are plain arithmetic in double,
 * within 2 units in the last place of the true value.
 */
#pragma once

double portable_exp(double x); /* 0 for −∞, ∞ above 709.7827 */
double portable_log(double x); /* x > 0 */
double portable_sin(double x); /* NaN beyond |x| = 2²⁰ */
double portable_cos(double x);
