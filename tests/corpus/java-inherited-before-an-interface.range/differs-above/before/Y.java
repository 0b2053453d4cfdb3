class Y {
}
