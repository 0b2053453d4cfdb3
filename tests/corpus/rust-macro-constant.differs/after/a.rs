macro_rules! limits {
    () => {
        const x: i32 = 3;
    };
}
limits!();

fn f(v: Option<i32>) -> i32 {
    match v {
        Some(x) => 1,
        _ => 2,
    }
}
