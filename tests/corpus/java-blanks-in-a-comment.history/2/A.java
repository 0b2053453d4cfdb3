class A {
    // says so
    int a = 1;
}
