class Z {
}
