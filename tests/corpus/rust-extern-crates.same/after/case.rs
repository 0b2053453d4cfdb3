extern crate bytes;
extern crate log;

fn f() {}
