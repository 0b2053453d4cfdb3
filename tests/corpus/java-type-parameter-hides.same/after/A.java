class A<T extends String> {
    void f(T s) {
        both(s);
    }

    private void both(T s) {
        print(s);
        print(s);
    }
}
