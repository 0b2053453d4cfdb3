package shop

import "encoding/xml"

type order struct {
	ID int
}

func Encode(id int) ([]byte, error) {
	return xml.Marshal(order{id})
}
