b = a
a = 1
