fn g() -> i32 { 1 }
fn f() -> i32 { g() }
