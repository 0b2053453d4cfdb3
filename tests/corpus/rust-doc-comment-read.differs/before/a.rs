#[derive(Parser)]
struct A {
    /// one
    x: i32,
}
