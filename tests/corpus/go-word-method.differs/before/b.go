package p

import "testing"

//go:generate mock -method=shut
func f(t *testing.T) {}
