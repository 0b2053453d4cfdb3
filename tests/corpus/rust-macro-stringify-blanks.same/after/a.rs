macro_rules! text {
    ($t:expr) => { stringify!($t) };
}
fn sum() -> &'static str {
    text!(a + b)
}
