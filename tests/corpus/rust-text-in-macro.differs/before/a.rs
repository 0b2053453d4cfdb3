fn show() {
    let left = 1;
    println!("{} {}", stringify!(left), left);
}
