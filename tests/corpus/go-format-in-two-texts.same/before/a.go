package shop

import "fmt"

type order struct {
	id int
}

func Show(o order) string {
	return fmt.Sprintf("%v and "+"%d", o, o.id)
}
