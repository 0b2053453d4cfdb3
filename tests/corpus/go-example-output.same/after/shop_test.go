package shop

import "fmt"

func ExampleGross() {
	fmt.Println("net: 1")
	fmt.Println("gross: 2")
	// Prices of a basket.

	// Output:
	// net: 1
	// gross: 2
}
