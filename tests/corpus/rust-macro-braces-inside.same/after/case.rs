fn f(a: Option<u8>) {
    println!("{:?}", a.map(|x| vec![x, 1]));
}
