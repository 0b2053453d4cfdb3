package a

func g() {}

func f() {}
