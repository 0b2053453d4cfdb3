package p

// int turn(int n) { return n; }
import "C"

func turn_(n C.int) C.int { return C.turn(n) }

func Turn(n int) int { return int(turn_(C.int(n))) }
