macro_rules! text {
    ($($t:tt)*) => { stringify!($($t)*) };
}
fn sum() -> &'static str {
    text!(a+b)
}
