fn f(a: i32) -> i32 {
    match a {
        _ => 0,
        1 => 10,
    }
}
