package a

const (
	A = iota
	B
)
