package shop

import "fmt"

type purchase struct {
	id int
}

func Show(o purchase) string {
	return fmt.Sprintf("%v and "+"%d", o, o.id)
}
