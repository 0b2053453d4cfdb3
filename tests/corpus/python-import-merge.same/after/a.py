from a import x, y

x, y
