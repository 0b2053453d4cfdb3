package p

// int twist(int n) { return n; }
import "C"

func turn_(n C.int) C.int { return C.twist(n) }

func Turn(n int) int { return int(turn_(C.int(n))) }
