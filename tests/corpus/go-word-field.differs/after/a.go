package p

type box struct {
	size int
}

func (b *box) grow(wide int) int {
	b.size += wide
	return b.size
}
