fn f(a: i32) -> i32 {
    let box = a + 1;
    box * box
}
