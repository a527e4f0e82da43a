#include "search/natural_log.h"

#include <stdint.h>
#include <string.h>

double natural_log(double x) {
    const double ln2 = 0.69314718055994530942, sqrt2 = 1.41421356237309504880;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
    double mantissa;
    memcpy(&mantissa, &bits, sizeof mantissa);
    if (mantissa > sqrt2) {
        mantissa /= 2;
        exponent++;
    }
    // ln m = 2 artanh s with s = (m − 1) / (m + 1), |s| < 0.1716
    const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
    double sum = 0;
    for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * s * sum + exponent * ln2;
}
