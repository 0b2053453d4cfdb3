fn f(b: i32) {
    let a = 5;
    {
        let w = 9;
        println!("{} {:a$}", w, b);
    }
}
