// +build linux

package a

func f() {}
