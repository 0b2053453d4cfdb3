class P extends Q {
}
