from a import x, y as x

x
