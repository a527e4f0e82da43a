// A logarithm of our own: libm's may differ between machines, and searches must not.
#ifndef HARROW_NATURAL_LOG_H
#define HARROW_NATURAL_LOG_H

// ln x for a normal x > 0, within 4 units in the last place; only + − × ÷ and bit moves.
double natural_log(double x);

#endif
