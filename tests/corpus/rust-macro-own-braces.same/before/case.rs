fn f(a: Option<u8>) {
    panic!("{:?}", a.map(|x| { x }));
}
