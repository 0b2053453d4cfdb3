fn f(a: i32) -> i32 {
    let x = a;
    let x = x + 1;
    x + x
}
