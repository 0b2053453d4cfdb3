class B {
    int other;
}
