package shop

import "fmt"

type sort int

func Show(k sort) { fmt.Printf("%s", k) }
