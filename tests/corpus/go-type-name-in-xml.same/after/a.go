package shop

import "encoding/json"

type purchase struct {
	ID int
}

func Encode(id int) ([]byte, error) {
	return json.Marshal(purchase{id})
}
