class B extends C {
}
