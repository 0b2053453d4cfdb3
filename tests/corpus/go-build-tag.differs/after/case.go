//go:build darwin

package a

// note
var X = 1
