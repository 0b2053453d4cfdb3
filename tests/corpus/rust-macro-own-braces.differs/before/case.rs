macro_rules! panic { ($($t:tt)*) => { log(stringify!($($t)*)) } }
fn f(a: Option<u8>) {
    panic!("{:?}", a.map(|x| { x }));
}
