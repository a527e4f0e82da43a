#include "tests/symmetry.h"
#include "tests/plain_agon.h"
#include "tests/plain_agros.h"
#include "tests/plain_awale.h"

#include <stdio.h>
#include <string.h>

// The eight symmetries of the square, and from 8 on with colours swapped, where the order of the
// opening allows it.
static bool agros_image(const char *position, int index, char *image) {
    PlainAgros from = {0}, to;
    const bool swap = index & 8;
    int farmers = 0;
    if (!plain_parse(&from, position)) return false;
    to = from;
    for (int row = 0; row < from.size; row++)
        for (int column = 0; column < from.size; column++) {
            PlainCell cell = from.cell[row][column];
            const int y = index & 1 ? from.size - 1 - row : row;
            const int x = index & 2 ? from.size - 1 - column : column;
            farmers += cell.farmer;
            if (swap && cell.owner != PLAIN_NOBODY)
                cell.owner = cell.owner == PLAIN_LIGHT ? PLAIN_DARK : PLAIN_LIGHT;
            to.cell[index & 4 ? x : y][index & 4 ? y : x] = cell;
        }
    if (swap) to.side = from.side == PLAIN_LIGHT ? PLAIN_DARK : PLAIN_LIGHT;
    plain_format(&to, image);
    return !swap || farmers == 2 * from.farmers;
}

// The twelve symmetries of the hexagon, and from 12 on with colours swapped.
static bool agon_image(const char *position, int index, char *image) {
    char turned[PLAIN_AGON_TEXT_SIZE];
    if (!plain_agon_mirror(position, index % PLAIN_AGON_SYMMETRIES, turned)) return false;
    const char *slash = strchr(turned, '/'), *blank = strchr(turned, ' ');
    if (index < PLAIN_AGON_SYMMETRIES)
        strcpy(image, turned);
    else
        sprintf(image, "%.*s/%.*s %c", (int)(blank - slash - 1), slash + 1, (int)(slash - turned),
                turned, blank[1] == 'l' ? 'd' : 'l');
    return true;
}

// The half turn of the table, which swaps the players.
static bool awale_image(const char *position, int index, char *image) {
    PlainAwale plain;
    (void)index;
    if (!plain_awale_parse(&plain, position)) return false;
    const PlainAwale turned = plain_awale_half_turn(&plain);
    plain_awale_format(&turned, image);
    return true;
}

static const Symmetries SYMMETRIES[] = {
    {"agros", 16, 8, agros_image},
    {"agon", 2 * PLAIN_AGON_SYMMETRIES, PLAIN_AGON_SYMMETRIES, agon_image},
    {"awale", 1, 0, awale_image}};

const Symmetries *symmetries_of(const char *game) {
    for (size_t i = 0; i < sizeof SYMMETRIES / sizeof *SYMMETRIES; i++)
        if (strcmp(SYMMETRIES[i].game, game) == 0) return &SYMMETRIES[i];
    return NULL;
}
