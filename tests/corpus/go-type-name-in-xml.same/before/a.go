package shop

import "encoding/json"

type order struct {
	ID int
}

func Encode(id int) ([]byte, error) {
	return json.Marshal(order{id})
}
