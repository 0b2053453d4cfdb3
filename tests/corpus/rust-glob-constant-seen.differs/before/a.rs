use crate::b::*;

fn f(v: Option<i32>) -> i32 {
    match v {
        Some(a) => 1,
        _ => 2,
    }
}
