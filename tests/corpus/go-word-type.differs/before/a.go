package p

type limit int

func Cut(n int) int {
	var most limit = 3
	return n + int(most)
}
