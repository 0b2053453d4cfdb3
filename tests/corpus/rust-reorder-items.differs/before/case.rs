macro_rules! m { () => { 1 } }
macro_rules! m { () => { 2 } }
fn f() -> i32 { m!() }
