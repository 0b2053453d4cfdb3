#define LIMIT(x) ((x) < top ? (x) : top)
#define CLAMP(x) LIMIT((x) + 1)
#define TWICE(top) ((top) * 2)
