//go:build linux

package a

// remark
var X = 1
