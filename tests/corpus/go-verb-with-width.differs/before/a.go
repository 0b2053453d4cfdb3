package shop

import "fmt"

type order struct {
	id int
}

func Show(o order) string {
	return fmt.Sprintf("%[1]T %+6[1]v", o)
}
