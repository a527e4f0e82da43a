#include "analysis/matrix.h"

#include <math.h>

// The scalar product of the first `count` entries of two rows.
static double product(const double *row, const double *other, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += row[i] * other[i];
    return sum;
}

// The lower triangle L of L·Lᵀ, in the place of the lower half.
static bool decompose(double *self, size_t n) {
    for (size_t row = 0; row < n; row++) {
        double *entries = self + row * n;
        for (size_t column = 0; column < row; column++) {
            const double *other = self + column * n;
            entries[column] = (entries[column] - product(entries, other, column)) / other[column];
        }
        const double rest = entries[row] - product(entries, entries, row);
        if (!(rest > 0)) return false;
        entries[row] = sqrt(rest);
    }
    return true;
}

// The inverse of a lower triangle, in its place.
static void invert_triangle(double *self, size_t n) {
    for (size_t row = 0; row < n; row++) {
        double *entries = self + row * n;
        for (size_t column = 0; column < row; column++) {
            double sum = 0;
            for (size_t i = column; i < row; i++) sum += entries[i] * self[i * n + column];
            entries[column] = -sum / entries[row];
        }
        entries[row] = 1 / entries[row];
    }
}

bool matrix_invert(double *self, size_t n) {
    if (!decompose(self, n)) return false;
    invert_triangle(self, n);
    // The inverse is the product of the transposed triangle with the triangle.
    for (size_t row = 0; row < n; row++)
        for (size_t column = row; column < n; column++) {
            double sum = 0;
            for (size_t i = column; i < n; i++) sum += self[i * n + row] * self[i * n + column];
            self[row * n + column] = sum;
        }
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < row; column++)
            self[row * n + column] = self[column * n + row];
    return true;
}

void matrix_sandwich(const double *left, const double *middle, double *result, double *room,
                     size_t n) {
    for (size_t row = 0; row < n; row++) {
        for (size_t i = 0; i < n; i++) room[i] = product(left + row * n, middle + i * n, n);
        for (size_t i = 0; i < n; i++) result[row * n + i] = product(room, left + i * n, n);
    }
}
