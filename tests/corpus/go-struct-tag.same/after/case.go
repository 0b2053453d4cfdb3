package a

type T struct {
	A  int  `json:"a"`
}
