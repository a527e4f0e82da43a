// The JSON Schema of a config, made from the tables that read it.
#ifndef HARROW_SCHEMA_H
#define HARROW_SCHEMA_H

#include <stdio.h>

// Writes the schema (JSON Schema 2020-12) with descriptions and defaults, for editors and
// validators. It refuses what is wrong by itself; what does not fit together is found by
// experiment_init.
void schema_write(FILE *stream);

#endif
