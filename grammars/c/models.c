// What functions of C's library do, said in C. tracer runs a model in place of the call
// (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

#include <stdlib.h>

// model of function abs
int model_abs(int value) {
    return value < 0 ? -value : value;
}

// model of function labs
long model_labs(long value) {
    return value < 0 ? -value : value;
}

// model of function free
void model_free(void *block) {
    if (block != NULL) {
        free(block);
    }
}
