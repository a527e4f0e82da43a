#include "analysis/comparison.h"

#include <math.h>
#include <stdlib.h>

// The error of a cell's score; NaN where it cannot be known.
static double error_of(const Moments *moments) {
    return moments->units > 1 && moments->variance > 0 ? moments->error : NAN;
}

static double square(double x) {
    return x * x;
}

static Interval difference_of(Interval one, Interval other) {
    const double value = one.value - other.value;
    return (Interval){value,
                      value - sqrt(square(one.value - one.low) + square(other.high - other.value)),
                      value + sqrt(square(one.high - one.value) + square(other.value - other.low))};
}

Comparison cells_compare(const CellStats stats[], size_t one, size_t other) {
    const Moments left = cell_stats_first(&stats[one]), right = cell_stats_first(&stats[other]);
    Comparison self = {.cells = {one, other}, .p_holm = NAN};
    self.difference = difference_of(moments_interval(&left), moments_interval(&right));
    self.error = sqrt(square(error_of(&left)) + square(error_of(&right)));
    self.z = self.difference.value / self.error;
    self.p = erfc(fabs(self.z) * M_SQRT1_2);
    return self;
}

// By p; those without one are behind the others.
static int compare_p(const void *left, const void *right) {
    const double a = (*(const Comparison *const *)left)->p,
                 b = (*(const Comparison *const *)right)->p;
    if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

// The smallest p counts as often as there are tests, the next one once less, and so on.
static bool correct(ComparisonList *self) {
    Comparison **order = malloc((self->count + 1) * sizeof *order);
    double least = 0;
    if (!order) return false;
    for (size_t i = 0; i < self->count; i++) order[i] = &self->list[i];
    qsort(order, self->count, sizeof *order, compare_p);
    for (size_t i = 0; i < self->tests; i++) {
        least = fmax(least, fmin(1, order[i]->p * (double)(self->tests - i)));
        order[i]->p_holm = least;
    }
    free(order);
    return true;
}

bool comparisons_init(ComparisonList *self, const CellStats stats[], size_t count) {
    const size_t cells = count <= COMPARISON_MAX_CELLS ? count : 0;
    *self = (ComparisonList){.list = malloc((cells * cells + 1) * sizeof *self->list)};
    if (!self->list) return false;
    for (size_t one = 0; one < cells; one++)
        for (size_t other = one + 1; other < cells; other++) {
            const Comparison comparison = cells_compare(stats, one, other);
            if (isnan(comparison.difference.value)) continue;
            self->list[self->count++] = comparison;
            if (!isnan(comparison.p)) self->tests++;
        }
    return correct(self);
}

void comparisons_release(ComparisonList *self) {
    free(self->list);
}

static void write_comparison(const Comparison *self, const CellLabel labels[], JsonWriter *json) {
    json_begin_object(json);
    json_key(json, "cells");
    json_begin_array(json);
    for (int i = 0; i < 2; i++) json_integer(json, labels[self->cells[i]].cell);
    json_end_array(json);
    json_put_number(json, "difference", self->difference.value);
    json_put_number(json, "low", self->difference.low);
    json_put_number(json, "high", self->difference.high);
    json_put_number(json, "se", self->error);
    json_put_number(json, "z", self->z);
    json_put_number(json, "p", self->p);
    json_put_number(json, "p_holm", self->p_holm);
    json_end_object(json);
}

void comparisons_write(const ComparisonList *self, const CellLabel labels[], JsonWriter *json) {
    json_begin_array(json);
    for (size_t i = 0; i < self->count; i++) write_comparison(&self->list[i], labels, json);
    json_end_array(json);
}
