class A {
    void b() {
    }

    void c() {
    }

    Object all() {
        return A.class.getName();
    }
}
