use io::Read;

fn f() {}
