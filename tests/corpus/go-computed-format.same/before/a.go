package shop

import "fmt"

type order struct {
	id int
}

const layout = "%v\n"

func Show(o order) {
	fmt.Printf(layout, o)
}
