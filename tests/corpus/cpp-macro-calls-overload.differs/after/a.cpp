#define CALL g(1)
static void g(double) {}
static void h() { CALL; }
static void g(int) {}
