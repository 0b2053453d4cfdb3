package p

type box struct {
	wide int
}

func (b *box) grow(wide int) int {
	b.wide += wide
	return b.wide
}
