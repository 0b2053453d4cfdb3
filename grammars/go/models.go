// What functions of Go's library do, said in Go. tracer runs a model in place of the call
// (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

package models

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"
)

// model of function strings.Contains
func contains(s, part string) bool {
	return strings.Index(s, part) >= 0
}

// model of function strings.ContainsRune
func containsRune(s string, r rune) bool {
	return strings.IndexRune(s, r) >= 0
}

// model of function strings.ContainsAny
func containsAny(s, chars string) bool {
	return strings.IndexAny(s, chars) >= 0
}

// model of function strings.TrimPrefix
func trimPrefix(s, prefix string) string {
	if strings.HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

// model of function strings.TrimSuffix
func trimSuffix(s, suffix string) string {
	if strings.HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

// model of function strings.CutPrefix
func cutPrefix(s, prefix string) (string, bool) {
	if !strings.HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// model of function strings.CutSuffix
func cutSuffix(s, suffix string) (string, bool) {
	if !strings.HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

// model of function strings.Cut
func cut(s, sep string) (string, string, bool) {
	if i := strings.Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// model of function strings.ReplaceAll
func replaceAll(s, from, to string) string {
	return strings.Replace(s, from, to, -1)
}

// model of function strings.Split
func split(s, sep string) []string {
	return strings.SplitN(s, sep, -1)
}

// model of function unicode/utf8.RuneCountInString
func runeCount(s string) int {
	return len([]rune(s))
}

// model of function time.Since
func since(t time.Time) time.Duration {
	return time.Now().Sub(t)
}

// model of function io/ioutil.ReadFile
func readFile(name string) ([]byte, error) {
	return os.ReadFile(name)
}

// model of function io/ioutil.WriteFile
func writeFile(name string, data []byte, mode fs.FileMode) error {
	return os.WriteFile(name, data, mode)
}

// model of function io/ioutil.ReadAll
func readAll(r io.Reader) ([]byte, error) {
	return io.ReadAll(r)
}

// model of function io/ioutil.TempDir
func tempDir(dir, pattern string) (string, error) {
	return os.MkdirTemp(dir, pattern)
}

// model of function net/http.NewRequest
func newRequest(method, url string, body io.Reader) (*http.Request, error) {
	return http.NewRequestWithContext(context.Background(), method, url, body)
}

// Slices and maps.

// model of function slices.Equal
func equalSlices[E comparable](a, b []E) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// model of function slices.Reverse
func reverse[E any](s []E) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// model of function maps.Copy
func copyMap[K comparable, V any](to, from map[K]V) {
	for k, v := range from {
		to[k] = v
	}
}

// model of function slices.Max
func maxOf(s []int) int {
	largest := s[0]
	for _, one := range s[1:] {
		if one > largest {
			largest = one
		}
	}
	return largest
}

// model of function slices.Min
func minOf(s []int) int {
	smallest := s[0]
	for _, one := range s[1:] {
		if one < smallest {
			smallest = one
		}
	}
	return smallest
}

// model of function maps.Equal
func equalMaps[K, V comparable](a, b map[K]V) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if other, ok := b[k]; !ok || v != other {
			return false
		}
	}
	return true
}

// Not of every map: a key that is not a number is found by no loop.
// model of function clear
func clearTexts[V any](table map[string]V) {
	for k := range table {
		delete(table, k)
	}
}

// model of function clear
func clearNumbers[V any](table map[int]V) {
	for k := range table {
		delete(table, k)
	}
}
