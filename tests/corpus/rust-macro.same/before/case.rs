fn f(a: i32) {
    let n = a;
    g(n);
}
