#[cfg(windows)]
use term::Console;
use term::Terminal;

fn f() {}
