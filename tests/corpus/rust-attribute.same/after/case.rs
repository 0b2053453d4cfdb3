// remark
fn f() {}
