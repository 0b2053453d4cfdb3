fn show() {
    let right = 1;
    println!("{} {}", stringify!(right), right);
}
