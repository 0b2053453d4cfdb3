#define SUM 1 + 2
int f(void) { return (SUM) * 3; }
