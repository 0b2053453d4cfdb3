macro_rules! m {
    (0xFF) => { 1 };
    ($e:expr) => { 2 };
}
fn f() -> i32 {
    m!(0xFF) + 0xff
}
