extern crate log;
extern crate bytes;

fn f() {}
