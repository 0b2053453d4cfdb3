package shop

func next() (n int) {
	n = 1
	return /* of
	two */ price()
}
