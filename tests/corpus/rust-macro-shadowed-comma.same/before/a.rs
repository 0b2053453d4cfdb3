fn f(a: u8) {
    let v = vec![a, 1];
}
