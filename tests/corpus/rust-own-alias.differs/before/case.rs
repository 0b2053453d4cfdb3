pub use set::matches as Matches;

fn f() {}
