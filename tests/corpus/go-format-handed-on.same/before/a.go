package shop

import "fmt"

type order struct {
	id int
}

func note(layout string, rest ...interface{}) {
	fmt.Printf(layout, rest...)
}

func Show(o order) {
	note("%d", o.id)
}
