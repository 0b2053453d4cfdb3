// What functions and methods of C++'s library do, said in C++. tracer runs a model in place of the
// call (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

// model of function std.clamp
int clamp(int value, int low, int high) {
    return value < low ? low : high < value ? high : value;
}

// model of function std.clamp
long clamp(long value, long low, long high) {
    return value < low ? low : high < value ? high : value;
}

// model of function std.clamp
double clamp(double value, double low, double high) {
    return value < low ? low : high < value ? high : value;
}
