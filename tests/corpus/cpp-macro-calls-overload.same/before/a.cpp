#define CALL k(1)
static void g(double) {}
static void g(int) {}
static void h() { CALL; }
