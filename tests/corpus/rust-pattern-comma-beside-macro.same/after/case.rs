fn f(e: E) {
    match e {
        A {
            x,
            y: false,
        } => g(vec![C { a: x }]),
        _ => {}
    }
}
