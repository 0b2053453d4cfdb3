package a

func init() { g() }

func init() { f() }
