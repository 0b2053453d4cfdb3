#define low(a, b) ((a) < (b) ? (a) : (b))
