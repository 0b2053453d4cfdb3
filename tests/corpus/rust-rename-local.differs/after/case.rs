fn f(a: i32) -> i32 {
    let a = 2;
    a + 1
}
