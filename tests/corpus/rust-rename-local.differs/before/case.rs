fn f(a: i32) -> i32 {
    let x = a;
    x + 1
}
