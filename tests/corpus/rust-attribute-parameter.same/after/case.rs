#[inline]
fn f(key: u8) -> u8 { key }
