fn f() -> i32 { g() }
fn g() -> i32 { 1 }
