fn check() {
    assert!(vec![1].is_empty());
}
