fn f(a: i32) -> (i32, i32) {
    let n = a;
    (n, n)
}
