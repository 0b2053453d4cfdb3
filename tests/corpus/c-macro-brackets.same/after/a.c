#define SUM 1 + 2
int f(int sum) { return sum * 3 + SUM; }
