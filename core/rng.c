#include "core/rng.h"

#include <string.h>

Seed seed_init(uint64_t root) {
    return seed_number((Seed){0x243f6a8885a308d3u, 0x13198a2e03707344u}, root);
}

Seed seed_number(Seed self, uint64_t number) {
    self.low = mix64(self.low ^ number) + self.high;
    self.high = mix64(self.high + 0x9e3779b97f4a7c15u) ^ self.low;
    return self;
}

Seed seed_text(Seed self, const char *text) {
    const size_t size = strlen(text);
    self = seed_number(self, size);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && at + i < size; i++)
            word |= (uint64_t)(unsigned char)text[at + i] << (8 * i);
        self = seed_number(self, word);
    }
    return self;
}

Rng rng_init(Seed seed) {
    // A gamma with few bit changes makes a weak stream; the paper's remedy.
    uint64_t gamma = mix64(seed.high) | 1;
    if (__builtin_popcountll(gamma ^ (gamma >> 1)) < 24) gamma ^= 0xaaaaaaaaaaaaaaaau;
    return (Rng){mix64(seed.low), gamma};
}
