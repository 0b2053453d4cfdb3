/* What is done at one row: each returns where to go on, 0 for the next step, -1 on failure. */

#ifndef TRACER_STEPS_H
#define TRACER_STEPS_H

#include "normal.h"

int32_t on_hollow(Edits *e, int32_t row);
int32_t on_hollow_child(Edits *e, int32_t row);
int32_t on_unbracket(Edits *e, int32_t row);
int32_t on_dissolve(Edits *e, int32_t row);
int32_t on_associative(Edits *e, int32_t row);

#endif
