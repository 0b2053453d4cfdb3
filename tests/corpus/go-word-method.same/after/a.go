package p

type lid interface {
	close_() error
}

type box struct{}

func (b box) close_() error { return nil }

func Close(l lid) error { return l.close_() }

var first lid = box{}
