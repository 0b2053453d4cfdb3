macro_rules! println {
    ($e:expr) => { show(stringify!($e)) };
}
fn f() {
    let y = 1;
    println!(y);
}
