fn f() -> i32 { N }
const N: i32 = 1;
