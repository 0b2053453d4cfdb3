class A {
    void c() {
    }

    void b() {
    }

    Object all() {
        return A.class.getName();
    }
}
