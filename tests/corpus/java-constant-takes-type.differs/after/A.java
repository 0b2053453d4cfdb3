class A {
    Object f(boolean c, char d) {
        return c ? d : -1 + 2;
    }
}
