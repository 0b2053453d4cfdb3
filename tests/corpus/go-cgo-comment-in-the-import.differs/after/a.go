package shop

// int vat() { return
// 2; }
import /* c */ "C"

func Vat() int { return int(C.vat()) }
