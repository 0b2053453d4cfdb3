package shop

// int vat() { return
// 1; }
import /* c */ "fmt"

func Vat() { fmt.Println(1) }
