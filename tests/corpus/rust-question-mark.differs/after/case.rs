fn f(p: &str) -> R {
    let s = read(p).unwrap();
    Ok(s)
}
