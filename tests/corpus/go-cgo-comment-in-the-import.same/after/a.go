package shop

// int vat() { return
// 2; }
import /* c */ "fmt"

func Vat() { fmt.Println(1) }
