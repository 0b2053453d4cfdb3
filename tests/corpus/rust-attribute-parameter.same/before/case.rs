#[inline]
fn f(id: u8) -> u8 { id }
