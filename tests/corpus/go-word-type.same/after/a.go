package p

type crate struct {
	wide int
}

func (b *crate) grow(wide int) int {
	b.wide += wide
	return b.wide
}
