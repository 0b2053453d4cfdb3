macro_rules! m { () => { 1 } }
fn f() -> i32 { m!() }
