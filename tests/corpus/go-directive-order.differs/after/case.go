package a

//go:noinline
func g() {}

func f() {}
