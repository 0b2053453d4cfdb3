fn show() {
    let left = 1;
    println!("{:?} {}", vec![left], left);
}
