package a

var x = 1

func f(a int) int {
	x = a
	return x
}
