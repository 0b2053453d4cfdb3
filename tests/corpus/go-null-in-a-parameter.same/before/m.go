package p

import "fmt"

type E struct{ n int }

func (e *E) Error() string { return "e" }

type Q struct{ e *E }

func (q *Q) get() *E { return q.e }

func F(q *Q) bool {
	return is(q.get())
}

func is(e *E) bool { return e == nil }
