package p

type lid struct {
	wide bool
}

func Open(l *lid) bool {
	return l.wide
}
