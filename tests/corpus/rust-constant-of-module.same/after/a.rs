mod m;
use m::*;
fn f(e: i32) -> i32 {
    match e {
        y => 1,
        _ => 2,
    }
}
