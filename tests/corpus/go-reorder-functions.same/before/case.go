package a

func f() int { return 1 }

func g() int { return 2 }
