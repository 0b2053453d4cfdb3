package p

type string int

func Cut(n int) int {
	var most string = 3
	return n + int(most)
}
