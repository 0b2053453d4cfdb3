class A {
    Object f(boolean c, char d) {
        return c == -1 + 2 > d;
    }
}
