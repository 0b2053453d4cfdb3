m! {
    // two
    x
}
