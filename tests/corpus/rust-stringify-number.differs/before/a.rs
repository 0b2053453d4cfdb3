fn f() -> &'static str {
    stringify!(0xFF)
}
