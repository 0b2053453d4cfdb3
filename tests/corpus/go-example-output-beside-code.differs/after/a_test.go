package shop

import "fmt"

func ExampleA() {
	fmt.Println("a") // Output: a
	// b
}
