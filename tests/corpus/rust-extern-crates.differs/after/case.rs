#[macro_use]
extern crate slog;
#[macro_use]
extern crate log;

fn f() { info!("a") }
