fn f(a: i32) {
    g(
        a,
        1,
    );
}
