package shop

import "encoding/xml"

type purchase struct {
	ID int
}

func Encode(id int) ([]byte, error) {
	return xml.Marshal(purchase{id})
}
