use crate::util::*;
fn net() -> i32 { 1 }
fn gross() -> i32 { base!() + net() }
