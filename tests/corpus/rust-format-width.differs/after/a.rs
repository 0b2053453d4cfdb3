fn f(b: i32) {
    let a = 5;
    {
        let a = 9;
        println!("{} {:a$}", a, b);
    }
}
