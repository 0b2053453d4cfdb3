package a

func f(a T) {
	defer a.Close()
	g(a)
}
