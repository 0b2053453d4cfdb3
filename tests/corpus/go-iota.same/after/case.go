package a

const (
	A = iota // first
	B
)
