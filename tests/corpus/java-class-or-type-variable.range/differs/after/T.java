class T {
}
