pub use set::matches;

fn f() {}
