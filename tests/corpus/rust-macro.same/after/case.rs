fn f(a: i32) {
    let m = a;
    g(m);
}
