fn f(a: i32) -> i32 {
    let r = a + 1;
    r * r
}
