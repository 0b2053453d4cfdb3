class Q {
}
