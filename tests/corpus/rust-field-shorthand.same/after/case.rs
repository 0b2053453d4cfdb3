fn f(a: i32) -> (i32, i32) {
    let m = a;
    (m, m)
}
