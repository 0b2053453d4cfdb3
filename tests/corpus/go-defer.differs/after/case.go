package a

func f(a T) {
	g(a)
	defer a.Close()
}
