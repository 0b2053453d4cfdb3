print("z")
x = 1
