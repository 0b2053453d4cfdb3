package a

func f(a int) int {
	x := a
	if a > 0 {
		y := 2
		g(y)
	}
	return x
}
