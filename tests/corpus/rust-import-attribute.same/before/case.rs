use term::{self, Terminal};
#[cfg(windows)]
use term::Console;

fn f() {}
