package a

func TestA(t *T) {}

func TestB(t *T) {}
