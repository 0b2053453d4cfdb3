int f(int *q) { return sizeof(*q); }
