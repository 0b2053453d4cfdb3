fn f(a: Option<u8>) {
    assert_eq!(true, a.map_or(false, |x| g(&x)));
}
