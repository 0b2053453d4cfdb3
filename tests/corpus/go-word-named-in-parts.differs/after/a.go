package shop

type order struct{ sum int }

func Gross(o order) int { return o.sum * 6 / 5 }

var Key = "ne" + "t"
