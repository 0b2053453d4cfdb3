fn text() -> &'static str {
    stringify!(
        a + b
    )
}
