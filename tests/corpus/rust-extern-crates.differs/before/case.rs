#[macro_use]
extern crate log;
#[macro_use]
extern crate slog;

fn f() { info!("a") }
