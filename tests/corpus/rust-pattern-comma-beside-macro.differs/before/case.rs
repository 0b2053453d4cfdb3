fn f(e: E) {
    match e {
        A(x) => g(vec![
            C { a: x },
        ], (x)),
        _ => {}
    }
}
