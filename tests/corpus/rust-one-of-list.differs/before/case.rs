use io::read::{self};

fn f() {}
