static int count = 1;

int f(void) {
    extern int count;
    return count;
}
