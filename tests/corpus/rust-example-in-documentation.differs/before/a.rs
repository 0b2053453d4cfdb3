/// Twice a number.
///
/// ```
/// assert_eq!(shop::twice(1), 2);
/// ```
/// It is even.
pub fn twice(n: i32) -> i32 {
    n * 2
}
