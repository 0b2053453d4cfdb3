package shop

// int vat() { return
// 1; }
import /* c */ "C"

func Vat() int { return int(C.vat()) }
