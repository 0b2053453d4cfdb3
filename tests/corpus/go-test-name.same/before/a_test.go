package a

func helperA(t *T) {}
