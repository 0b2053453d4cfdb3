package shop

import "fmt"

func ExampleGross() {
	fmt.Println("net: 1")
	fmt.Println("gross: 2")
	// Prices of one basket.

	// Output:
	// net: 1
	// gross: 2
}
