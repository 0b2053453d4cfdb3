use term::Terminal;
my::macros!();
#[my::reexport]
use term::Console;

fn f() {}
