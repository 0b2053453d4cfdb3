/// Two times a number.
///
/// ```
/// assert_eq!(shop::twice(1), 2);
/// ```
/// That is an even one.
pub fn twice(n: i32) -> i32 {
    n * 2
}
