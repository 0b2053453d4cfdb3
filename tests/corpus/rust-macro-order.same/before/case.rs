const N: i32 = 1;
fn f() -> i32 { N }
