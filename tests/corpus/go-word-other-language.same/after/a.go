package p

import "D"

func bend(n D.int) D.int { return D.turn(n) }

func Turn(n int) int { return int(bend(D.int(n))) }
