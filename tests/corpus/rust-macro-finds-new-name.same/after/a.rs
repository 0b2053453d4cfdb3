use crate::util::*;
fn rate() -> i32 { 1 }
fn gross() -> i32 { base!() + rate() }
