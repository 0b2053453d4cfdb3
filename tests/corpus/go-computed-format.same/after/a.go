package shop

import "fmt"

type purchase struct {
	id int
}

const layout = "%v\n"

func Show(o purchase) {
	fmt.Printf(layout, o)
}
