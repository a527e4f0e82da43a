// The rule by which a cell may end before its last game: the key "stop" of a config.
#ifndef HARROW_STOP_RULE_H
#define HARROW_STOP_RULE_H

#include "core/json.h"

#include <stdint.h>

// In what the hypotheses of a test are given: Elo, or normalized Elo, with which the test takes as
// many games whatever the draw rate.
typedef enum SprtModel { SPRT_NORMALIZED, SPRT_LOGISTIC, SPRT_MODEL_COUNT } SprtModel;

// A sequential probability ratio test of H0, the difference is elo0, against H1, it is elo1 > elo0.
// `alpha` is the probability, 0..½, to accept H1 though H0 is true, `beta` the other way round.
typedef struct Sprt {
    SprtModel model;
    double elo0, elo1;
    double alpha, beta;
} Sprt;

typedef enum StopKind { STOP_NEVER, STOP_SPRT, STOP_HALFWIDTH } StopKind;

typedef struct StopRule {
    StopKind kind;
    Sprt sprt;         // of the strength of a player in pairs, else of the first player's
    int subject;       // who that is: player 0 or 1 of each cell; not in the config
    double halfwidth;  // of the interval of the first player's score, 0..½
    int64_t min_units; // finished pairs, else games, before the rule is asked
} StopRule;

// Checks the hypotheses and error rates of a test; what is wrong is EXIT_INPUT.
bool sprt_check(const Sprt *self, Status *status);

// The name of a model, and the model of a name; SPRT_MODEL_COUNT for none.
const char *sprt_model_name(SprtModel model);
SprtModel sprt_model_parse(const char *name);
// The same for the value of an option --model, which is EXIT_INPUT when it is none.
bool sprt_model_read(SprtModel *model, const char *name, Status *status);

// Reads the value of "stop" (NULL: the key is missing, which is never). Mistakes are EXIT_INPUT and
// name the JSON path.
bool stop_rule_read(StopRule *self, const cJSON *stop, Status *status);

// Writes the value that stop_rule_read would read again, with all defaults.
void stop_rule_write(const StopRule *self, JsonWriter *json);

#endif
