package shop

func twice(n int) int { sum := n + n; return sum }
