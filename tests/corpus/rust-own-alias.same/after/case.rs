pub use set::Matches;

fn f() {}
