package a

func TestA(t *T) {}
