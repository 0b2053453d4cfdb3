class B extends Z implements I {
}
