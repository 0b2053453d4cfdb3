fn f(a: i32) -> i32 {
    match a {
        1 => 10,
        _ => 0,
    }
}
