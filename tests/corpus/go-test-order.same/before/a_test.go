package a

func one(t *T) {}

func two(t *T) {}
