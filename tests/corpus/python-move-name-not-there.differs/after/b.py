X = Y
Y = 1
