fn f(a: u8) {
    check!(a, 1,);
}
