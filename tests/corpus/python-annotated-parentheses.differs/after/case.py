(x): int = 1
