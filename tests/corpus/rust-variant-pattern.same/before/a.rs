enum E { first, other }
use E::*;
fn f(e: E) -> i32 {
    match e {
        x => 1,
        _ => 2,
    }
}
