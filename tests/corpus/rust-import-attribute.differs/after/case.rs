#[cfg(windows)]
use term::Terminal;
use term::Console;

fn f() {}
