fn check() {
    assert!(is_empty(1));
}
