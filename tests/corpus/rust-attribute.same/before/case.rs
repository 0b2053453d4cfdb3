// note
fn f() {}
