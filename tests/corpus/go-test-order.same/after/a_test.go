package a

func two(t *T) {}

func one(t *T) {}
