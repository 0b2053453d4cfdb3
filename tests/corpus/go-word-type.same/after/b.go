package p

func New() int {
	b := &crate{wide: 2}
	return b.grow(1)
}
