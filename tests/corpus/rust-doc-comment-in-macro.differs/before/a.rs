m! {
    /// one
    x
}
