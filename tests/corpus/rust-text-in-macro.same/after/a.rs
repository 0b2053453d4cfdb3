fn show() {
    let right = 1;
    println!("{:?} {}", vec![right], right);
}
