package a

//go:noinline
func f() {}

func g() {}
