package a

func helperB(t *T) {}
