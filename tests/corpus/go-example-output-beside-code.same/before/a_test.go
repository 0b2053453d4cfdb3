package shop

import "fmt"

func ExampleA() {
	fmt.Println("a") // prints a
}
