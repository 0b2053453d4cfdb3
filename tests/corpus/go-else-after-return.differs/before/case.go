package p

func f(a []int) (x int) {
	if len(a) == 0 {
		return
	} else {
		x := a[0]
		print(x)
	}
	return
}
