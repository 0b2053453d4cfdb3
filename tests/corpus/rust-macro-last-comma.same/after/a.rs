fn f(a: u8) {
    println!(
        "{}",
        a,
    );
    let v = vec![g(a,), 1,];
}
