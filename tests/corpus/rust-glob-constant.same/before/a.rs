use other::*;

fn f(v: i32) -> i32 {
    let a = v + 1;
    a * 2
}
