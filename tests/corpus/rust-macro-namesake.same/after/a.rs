fn note(x: i32) {}

fn f() {
    note(1);
    log!(1);
}
