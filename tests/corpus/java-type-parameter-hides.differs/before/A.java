class A<T extends String> {
    void f(T s) {
        print(s);
        print(s);
    }
}
