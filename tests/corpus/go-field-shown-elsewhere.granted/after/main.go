package main

import (
	"fmt"
	"shop/tax"
)

func main() { fmt.Printf("%+v\n", tax.New()) }
