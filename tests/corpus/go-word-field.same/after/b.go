package p

func New() int {
	b := &box{size: 2}
	return b.grow(1)
}
