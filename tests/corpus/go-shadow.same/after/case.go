package a

func f(a int) int {
	x := a
	if a > 0 {
		z := 2
		g(z)
	}
	return x
}
