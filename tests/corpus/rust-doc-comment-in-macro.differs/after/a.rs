m! {
    /// two
    x
}
