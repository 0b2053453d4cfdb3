class A extends Z implements I {
}
