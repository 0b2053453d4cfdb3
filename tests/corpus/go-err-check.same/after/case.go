package a

func f() error {
	e := g()
	if e != nil {
		return e
	}
	return nil
}
