fn helper(x: i32) -> i32 { x }
pub fn run(x: i32) -> i32 { helper(x) }
