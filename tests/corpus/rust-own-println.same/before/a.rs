fn f() {
    let x = 1;
    println!("{}", x);
}
