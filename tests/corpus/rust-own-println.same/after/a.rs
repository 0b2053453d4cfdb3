fn f() {
    let y = 1;
    println!("{}", y);
}
