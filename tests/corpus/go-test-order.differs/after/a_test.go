package a

func TestB(t *T) {}

func TestA(t *T) {}
