fn f(b: i32) {
    let a = 5;
    {
        let v = 9;
        println!("{} {:a$}", v, b);
    }
}
