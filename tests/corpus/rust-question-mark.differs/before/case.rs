fn f(p: &str) -> R {
    let s = read(p)?;
    Ok(s)
}
