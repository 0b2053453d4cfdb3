#[my::reexport]
use term::Console;
use term::Terminal;
my::macros!();

fn f() {}
