fn f() -> i32 { m!() }
macro_rules! m { () => { 1 } }
