package shop

import "fmt"

type purchase struct {
	id int
}

func note(layout string, rest ...interface{}) {
	fmt.Printf(layout, rest...)
}

func Show(o purchase, verb string) {
	note("%"+verb, o)
}
