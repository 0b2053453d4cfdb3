package shop

func twice(n int) int { net := n + n; return net }
