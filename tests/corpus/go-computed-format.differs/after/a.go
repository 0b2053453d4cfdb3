package shop

import "fmt"

type purchase struct {
	id int
}

func Show(layout string, o purchase) {
	fmt.Printf(layout, o)
}
