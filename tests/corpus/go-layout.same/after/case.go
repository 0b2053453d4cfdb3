package a

func f(a int) int {
	return a + 1
}
