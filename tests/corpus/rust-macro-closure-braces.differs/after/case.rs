fn f(a: Option<u8>) {
    assert!(a.map_or(false, |x| { g(&x) }));
}
