fn f(a: i32) -> i32 {
    let y = a;
    y + 1
}
