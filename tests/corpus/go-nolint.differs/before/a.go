package a

func F(a int) int {
	return a
}
