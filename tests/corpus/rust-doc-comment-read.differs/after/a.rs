#[derive(Parser)]
struct A {
    /// two
    x: i32,
}
