#[derive(Debug)]
struct A {
    /// two
    x: i32,
}
