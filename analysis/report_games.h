// What games are like, how they begin, and some to look at: the sections of a report about games.
#ifndef HARROW_REPORT_GAMES_H
#define HARROW_REPORT_GAMES_H

#include "analysis/report_section.h"

// The tables of Character.
void report_character(FILE *stream, const Study *study);

// The most frequent openings of each cell.
void report_openings(const ReportPage *page, const Study *study);

// The viewer, and the games that it has.
bool report_games(ReportPage *page, const Study *study, int number, Status *status);

#endif
