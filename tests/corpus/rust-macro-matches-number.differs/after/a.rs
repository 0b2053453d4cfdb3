macro_rules! m {
    (0xff) => { 1 };
    ($e:expr) => { 2 };
}
fn f() -> i32 {
    m!(0xFF) + 0xFF
}
