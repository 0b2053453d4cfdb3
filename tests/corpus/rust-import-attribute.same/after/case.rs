#[cfg(windows)]
use term::Console;
use term::{self, Terminal};

fn f() {}
