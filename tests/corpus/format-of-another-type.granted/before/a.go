package shop

import "fmt"

type kind int

func Show(k kind) { fmt.Printf("%s", k) }
