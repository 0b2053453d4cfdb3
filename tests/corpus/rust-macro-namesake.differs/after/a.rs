fn trace(x: i32) {}

fn f() {
    trace(1);
    trace!(1);
}
