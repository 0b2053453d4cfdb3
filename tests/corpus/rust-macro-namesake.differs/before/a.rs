fn log(x: i32) {}

fn f() {
    log(1);
    log!(1);
}
