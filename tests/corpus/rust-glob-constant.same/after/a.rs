use other::*;

fn f(v: i32) -> i32 {
    let x = v + 1;
    x * 2
}
