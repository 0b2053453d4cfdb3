fn f(x: i32, o: Option<i32>) -> i32 {
    if let Some(x) = o { x + x } else { x }
}
