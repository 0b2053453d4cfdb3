package a

const (
	B = iota
	A
)
