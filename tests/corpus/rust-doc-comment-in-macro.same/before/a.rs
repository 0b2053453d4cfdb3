m! {
    // one
    x
}
