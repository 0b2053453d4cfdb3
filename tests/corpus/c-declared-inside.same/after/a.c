static int total = 1;

int f(void) {
    extern int total;
    return total;
}
