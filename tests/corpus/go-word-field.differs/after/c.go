package p

import "fmt"

func Show(b *box) string {
	return fmt.Sprintf("%+v", b)
}
