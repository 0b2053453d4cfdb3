static BASE: i32 = 1;
pub fn gross(net: i32) -> i32 {
    let rate = net / 5 + BASE;
    let more: i32 = twice(3);
    more + rate
}
include!("body.rs");
