fn f(a: i32) -> i32 {
    let q = a + 1;
    q * q
}
