fn f(x: i32, o: Option<i32>) -> i32 {
    if let Some(y) = o { y + x } else { x }
}
