fn f(a: i32) -> i32 {
    a + 1
}
