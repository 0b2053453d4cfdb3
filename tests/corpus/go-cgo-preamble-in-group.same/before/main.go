package main

import (
	"fmt"
	// int rate(void) { return
	// 19; }
	"C"
	// What is left.
)

func main() { fmt.Println(C.rate()) }
