#[allow(unused)]
use term::Console;
use term::Terminal;

fn f() {}
