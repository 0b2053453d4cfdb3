fn f(a: u8, b: u8) -> u8 {
    match a {
        1 => {
            match b {
                2 => 3,
                _ => 4,
            }
        }
        _ => 5,
    }
}
