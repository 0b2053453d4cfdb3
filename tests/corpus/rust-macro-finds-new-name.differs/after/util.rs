#[macro_export]
macro_rules! base {
    () => { net() };
}
pub fn net() -> i32 { 2 }
