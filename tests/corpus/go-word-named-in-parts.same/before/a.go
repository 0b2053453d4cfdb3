package shop

type order struct{ net int }

func Gross(o order) int { return o.net * 6 / 5 }

var Key = "gro" + "ss"
