use other::*;

fn f(v: Option<i32>) -> i32 {
    match v {
        Some(x) => 1,
        _ => 2,
    }
}
