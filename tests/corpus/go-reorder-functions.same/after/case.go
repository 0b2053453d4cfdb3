package a

func g() int { return 2 }

func f() int { return 1 }
