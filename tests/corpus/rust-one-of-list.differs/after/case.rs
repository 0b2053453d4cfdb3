use io::read;

fn f() {}
