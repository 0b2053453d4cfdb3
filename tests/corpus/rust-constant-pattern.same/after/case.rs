const limit: i32 = 3;
fn f(a: i32) -> i32 {
    match a {
        m => m,
    }
}
