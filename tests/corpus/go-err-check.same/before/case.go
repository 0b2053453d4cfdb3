package a

func f() error {
	err := g()
	if err != nil {
		return err
	}
	return nil
}
