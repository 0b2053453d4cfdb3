macro_rules! println {
    ($e:expr) => { show(stringify!($e)) };
}
fn f() {
    let x = 1;
    println!(x);
}
