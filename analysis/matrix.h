// Symmetric matrices of a few hundred rows, row by row in one array.
#ifndef HARROW_MATRIX_H
#define HARROW_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

// Inverts a symmetric positive definite matrix of n × n entries in place, by Cholesky's
// decomposition, which reads its lower half. False if it is not positive definite; its entries are
// without meaning then.
bool matrix_invert(double *self, size_t n);

// Makes `result` the product left·middle·left of symmetric n × n matrices. `room` has space for
// n entries; `result` overlaps neither.
void matrix_sandwich(const double *left, const double *middle, double *result, double *room,
                     size_t n);

#endif
