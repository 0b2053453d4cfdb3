fn f(p: &str) -> R {
    let text = read(p)?;
    Ok(text)
}
