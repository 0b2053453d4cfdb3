package shop

import "fmt"

type order struct {
	id int
}

func Show(layout string, o order) {
	fmt.Printf(layout, o)
}
