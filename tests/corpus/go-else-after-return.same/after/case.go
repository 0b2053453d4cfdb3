package p

func f(a []int) int {
	if len(a) == 0 {
		return 0
	}
	x := a[0]
	return x
}
