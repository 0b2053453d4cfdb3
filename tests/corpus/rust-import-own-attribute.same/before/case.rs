use term::Terminal;
#[allow(unused)]
use term::Console;

fn f() {}
