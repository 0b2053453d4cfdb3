package a

func f() {}

func g() {}
