package p

func New() int {
	b := &box{wide: 2}
	return b.grow(1)
}
