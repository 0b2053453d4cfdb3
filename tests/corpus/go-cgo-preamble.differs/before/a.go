package a

// #include <a.h>
import "C"

func f() {}
