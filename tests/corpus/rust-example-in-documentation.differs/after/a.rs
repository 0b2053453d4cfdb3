/// Twice a number.
///
/// ```
/// assert_eq!(shop::twice(2), 4);
/// ```
/// It is even.
pub fn twice(n: i32) -> i32 {
    n * 2
}
