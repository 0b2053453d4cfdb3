class A {
    Object f(boolean c, char d) {
        int step = 1;
        return c ? d : -step + 2;
    }
}
