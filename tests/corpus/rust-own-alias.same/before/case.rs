pub use set::Matches as Matches;

fn f() {}
