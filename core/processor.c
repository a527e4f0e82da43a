#include "core/processor.h"

#include <stddef.h>

#if defined(__x86_64__)
const char *processor_lacks(void) {
#if defined(__POPCNT__)
    if (!__builtin_cpu_supports("popcnt")) return "popcnt";
#endif
#if defined(__AVX__)
    if (!__builtin_cpu_supports("avx")) return "avx";
#endif
#if defined(__AVX2__)
    if (!__builtin_cpu_supports("avx2")) return "avx2";
#endif
#if defined(__BMI__)
    if (!__builtin_cpu_supports("bmi")) return "bmi";
#endif
#if defined(__BMI2__)
    if (!__builtin_cpu_supports("bmi2")) return "bmi2";
#endif
#if defined(__AVX512F__)
    if (!__builtin_cpu_supports("avx512f")) return "avx512f";
#endif
#if defined(__AVX512BW__)
    if (!__builtin_cpu_supports("avx512bw")) return "avx512bw";
#endif
#if defined(__AVX512VL__)
    if (!__builtin_cpu_supports("avx512vl")) return "avx512vl";
#endif
#if defined(__AVX512VBMI__)
    if (!__builtin_cpu_supports("avx512vbmi")) return "avx512vbmi";
#endif
    return NULL;
}
#else
const char *processor_lacks(void) {
    return NULL;
}
#endif
