package a

func f(a int) int {
	x := a
	return x
}
