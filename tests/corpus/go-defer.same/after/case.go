package a

func f(b T) {
	defer b.Close()
	g(b)
}
