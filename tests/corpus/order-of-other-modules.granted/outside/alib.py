print("a")
y = 1
