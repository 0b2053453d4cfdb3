package a

func init() { f() }

func init() { g() }
