package p

import "D"

func twist(n D.int) D.int { return D.turn(n) }

func Turn(n int) int { return int(twist(D.int(n))) }
