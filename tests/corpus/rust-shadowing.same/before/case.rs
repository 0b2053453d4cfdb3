fn f(a: i32) -> i32 {
    let x = a;
    let y = x + 1;
    x + y
}
