package p

type lid interface {
	shut() error
}

type box struct{}

func (b box) shut() error { return nil }

func Close(l lid) error { return l.shut() }

var first lid = box{}
