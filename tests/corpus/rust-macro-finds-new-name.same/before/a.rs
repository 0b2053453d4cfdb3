use crate::util::*;
fn tax() -> i32 { 1 }
fn gross() -> i32 { base!() + tax() }
