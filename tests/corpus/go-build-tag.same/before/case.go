//go:build linux

package a

// note
var X = 1
