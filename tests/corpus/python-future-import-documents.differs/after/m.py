"A text."
x = 1
