package a

func f(a int) int {
	y := a
	return y
}
