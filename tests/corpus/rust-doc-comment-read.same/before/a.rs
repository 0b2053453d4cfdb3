#[derive(Debug)]
struct A {
    /// one
    x: i32,
}
