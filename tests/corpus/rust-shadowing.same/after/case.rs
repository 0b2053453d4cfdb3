fn f(a: i32) -> i32 {
    let x = a;
    let z = x + 1;
    x + z
}
